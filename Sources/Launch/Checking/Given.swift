/// What somebody gave for a parameter or an argument, before it has the type that is wanted.
indirect enum Given: Sendable {
    /// A text without a type: from the command line, or put together from `${…}`.
    case text(String)
    /// A value whose type was written.
    case value(Value)
    /// A list of these.
    case list([Given])

    /// What it is, for messages.
    var kind: String {
        switch self {
        case .text(let text): "'\(text)'"
        case .value(let value): value.kind
        case .list: "a list"
        }
    }
}
