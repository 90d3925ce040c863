internal import Binnacle
internal import Glibc

extension BusAddress: ArgumentValue {
    var argument: String { description }

    static func read(_ text: String) throws(UsageError) -> BusAddress {
        do {
            return try BusAddress(text)
        } catch {
            throw UsageError(error.problem)
        }
    }
}

/// The command's own way onto the bus: a node that looks and asks, and is in nobody's list.
enum BusConnection {
    /// Where the bus is by the arguments, else by the environment.
    static func address(_ arguments: Arguments) throws -> BusAddress {
        if let address = arguments[CommonOptions.address] { return address }
        do {
            return try BusAddress.fromEnvironment()
        } catch {
            throw CommandError("\(error)", code: .usage)
        }
    }

    /// Runs something with a node on a bus that answers, and leaves the bus then.
    ///
    /// - Throws: that no bus answers, and what to do; else what `body` throws.
    static func withNode<Result: Sendable>(
        _ arguments: Arguments,
        _ body: (Node) async throws -> Result
    ) async throws -> Result {
        let address = try address(arguments)
        let node = try join(address)
        do {
            if let why = await silence(of: node) { throw CommandError(why.message) }
            let result = try await body(node)
            await node.close()
            return result
        } catch {
            await node.close()
            throw error
        }
    }

    /// Joins without asking whether there is a bus: as a node of a name, which others can ask for something, or as one
    /// that only looks.
    static func join(_ address: BusAddress, as name: String? = nil) throws -> Node {
        var configuration = NodeConfiguration(name: name ?? "binnacle-\(getpid())", address: address)
        configuration.isMember = name != nil
        configuration.logLevel = .warning
        return try Node.join(configuration)
    }

    /// Whether a bus answers.
    ///
    /// - Throws: that one is there and does not let us in, and why.
    static func answers(_ node: Node, within timeout: Duration = .seconds(2)) async throws(CommandError)
        -> Bool
    {
        guard let error = await silence(of: node, within: timeout) else { return true }
        if error.code == .refused { throw CommandError(error.message) }
        return false
    }

    /// How it begins where nobody is at an address.
    static let nobody = "no bus answers"

    /// Why no bus answers and what to do, or `nil` when one does.
    static func silence(of node: Node, within timeout: Duration = .seconds(2)) async -> RequestError? {
        let none = RequestError(
            code: .timeout,
            message:
                "\(nobody) at \(node.address); start one with 'binnacle bus' or 'binnacle launch FILE'"
        )
        // Without the socket's file nobody can be there, and there is nothing to wait for.
        if let folder = node.address.folder, access("\(folder)/request", F_OK) != 0 { return none }
        do {
            _ = try await node.request("bus/ping", Array("{}".utf8), timeout: timeout)
            return nil
        } catch {
            return error.code == .timeout && node.address.folder != nil ? none : error
        }
    }
}
