/// What kind of socket one end of a connection is.
public enum Role: String, Sendable {
    case push = "PUSH"
    case pull = "PULL"
    case subscribe = "SUB"
    /// Hands messages to those who subscribed, and hears of their subscriptions.
    case extendedPublish = "XPUB"
    /// Sends requests, and takes answers.
    case dealer = "DEALER"
    /// Takes requests of many, and answers each.
    case router = "ROUTER"

    /// What the other end may be.
    var peers: [String] {
        switch self {
        case .push: ["PULL"]
        case .pull: ["PUSH"]
        case .subscribe: ["PUB", "XPUB"]
        case .extendedPublish: ["SUB", "XSUB"]
        case .dealer: ["REP", "DEALER", "ROUTER"]
        case .router: ["REQ", "DEALER", "ROUTER"]
        }
    }
}
