internal import Keys
internal import Messages

/// What bus is to run, as arguments of the program that is it.
public struct BusOrder: Sendable {
    /// What is wrong with arguments.
    public struct Failure: Error, CustomStringConvertible {
        /// The failure as a sentence without its full stop.
        public let description: String
    }

    /// Where it is, and whom it lets in.
    public let configuration: BrokerConfiguration
    /// Whether it does not print its addresses.
    public let isQuiet: Bool

    /// Orders a bus.
    public init(_ configuration: BrokerConfiguration, isQuiet: Bool) {
        self.configuration = configuration
        self.isQuiet = isQuiet
    }

    /// The order as arguments.
    public var arguments: [String] {
        var arguments = configuration.addresses.flatMap { ["--address", "\($0)"] }
        arguments += configuration.securedAddresses.flatMap { ["--secure", "\($0)"] }
        arguments += configuration.keys.map { ["--keys", $0.path] } ?? []
        if configuration.isInsecure { arguments.append("--insecure") }
        if isQuiet { arguments.append("--quiet") }
        return arguments
    }

    /// Reads ``arguments``.
    ///
    /// - Throws: which of them is none, and why.
    public init(_ arguments: [String]) throws(Failure) {
        var addresses: [BusAddress] = []
        var securedAddresses: [BusAddress] = []
        var keys: KeyFolder?
        var isInsecure = false
        var isQuiet = false
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--insecure": isInsecure = true
            case "--quiet": isQuiet = true
            case "--address": addresses.append(try Self.address(rest.popFirst(), of: name))
            case "--secure": securedAddresses.append(try Self.address(rest.popFirst(), of: name))
            case "--keys":
                guard let path = rest.popFirst() else { throw Failure(description: "--keys wants a folder") }
                keys = KeyFolder(path: path)
            default: throw Failure(description: "'\(name)' is no option")
            }
        }
        guard let first = addresses.first else { throw Failure(description: "there is no --address") }
        var configuration = BrokerConfiguration(address: first)
        configuration.addresses = addresses
        configuration.securedAddresses = securedAddresses
        configuration.keys = keys
        configuration.isInsecure = isInsecure
        self.init(configuration, isQuiet: isQuiet)
    }

    private static func address(_ text: String?, of name: String) throws(Failure) -> BusAddress {
        guard let text else { throw Failure(description: "\(name) wants an address") }
        do {
            return try BusAddress(text)
        } catch {
            throw Failure(description: "\(error)")
        }
    }
}
