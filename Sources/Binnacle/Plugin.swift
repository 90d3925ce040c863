internal import Glibc
internal import Messages
internal import Platform

/// A program that joins a bus and does one thing.
///
/// ```swift
/// @main struct Beacon: Plugin {
///     struct Parameters: Decodable, Sendable { var latitude, longitude: Double }
///     let node: Node
///     let parameters: Parameters
///
///     func run() async throws {
///         let fixes = try node.publisher(of: Fix.self)
///         while true {
///             fixes.publish(Fix(time: node.now, latitude: parameters.latitude, longitude: parameters.longitude))
///             try await Task.sleep(for: .seconds(1))
///         }
///     }
/// }
/// ```
///
/// An actor may be a plugin too. With `nonisolated var unownedExecutor: UnownedSerialExecutor { node.unownedExecutor }`
/// it lives on the node's thread, and its subscriptions call it without a change of threads.
public protocol Plugin: Sendable {
    /// The parameters of the manifest, as a type; those without a default are optional.
    associatedtype Parameters: Decodable & Sendable = NoParameters

    /// Creates the plugin on a node, and makes its subscriptions.
    init(node: Node, parameters: Parameters) async throws

    /// Works until there is nothing left to do, or until the task is cancelled; left out, until the latter.
    func run() async throws
}

/// The parameters of a plugin that has none.
public struct NoParameters: Codable, Sendable {
    /// Creates no parameters.
    public init() {}
}

/// The error of a plugin that was used wrongly; it ends with exit code 2.
public struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong and what to do.
    public let description: String

    /// Creates an error from its line.
    public init(_ description: String) {
        self.description = description
    }
}

extension Plugin {
    /// Waits until the task is cancelled: for a plugin whose work is done by its subscriptions, timers and methods.
    public func run() async throws {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}

extension Plugin {
    /// Runs the plugin as the environment says: `BINNACLE_BUS`, `BINNACLE_NODE`, `BINNACLE_PARAMETERS`.
    ///
    /// SIGINT, SIGTERM and the end of the launcher (`BINNACLE_LIFELINE`) cancel ``run()``. The exit code is 0 when it
    /// returns or is cancelled, 1 when it fails, 2 when parameters are wrong; a failure is one line on standard error.
    @concurrent
    public static func main() async {
        let stop = Termination.watch()
        do {
            let node = try Node.join(.fromEnvironment(defaultName: defaultName))
            let code = await live(on: node, until: stop)
            await node.close()
            exit(code)
        } catch {
            StandardError.write("error: \(error)\n")
            exit(error is MessageError ? 2 : 1)
        }
    }

    /// The name of the program without `binnacle-`.
    private static var defaultName: String {
        let program = CommandLine.arguments.first.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let name = program ?? "node"
        return name.hasPrefix("binnacle-") ? String(name.dropFirst("binnacle-".count)) : name
    }

    private static func live(on node: Node, until stop: Termination) async -> Int32 {
        let refused = Lock(false)
        node.onRefusal { refusal in
            node.log(.error, refusal.message)
            refused.withLock { $0 = true }
            stop.request()
        }
        let watch = Task { await node.warnUnlessConnected() }
        defer { watch.cancel() }
        return await withTaskGroup(of: Int32?.self) { group in
            group.addTask { await work(on: node) }
            group.addTask {
                await stop.requested()
                return refused.withLock { $0 } ? 1 : nil
            }
            // Whoever is first decides; told to stop, the work ends by itself.
            let code = await group.next() ?? nil
            group.cancelAll()
            return code ?? 0
        }
    }

    private static func work(on node: Node) async -> Int32? {
        do {
            let parameters: Parameters
            var given = JSONObject()
            do {
                let json = Array((Environment["BINNACLE_PARAMETERS"] ?? "{}").utf8)
                parameters = try JSON.decode(Parameters.self, from: json)
                if case .object(let object) = try JSONValue.parse(json) { given = object }
            } catch {
                throw UsageError(
                    "BINNACLE_PARAMETERS: \(error); start the plugin with: binnacle run \(node.name)"
                )
            }
            let plugin = try await Self(node: node, parameters: parameters)
            if let live = plugin as? any LivePlugin { live.takeChanges(on: node, from: given) }
            await node.subscriptionsInForce()
            node.readyUnlessDegraded()
            try await plugin.run()
            return 0
        } catch is CancellationError {
            return nil
        } catch {
            if Task.isCancelled { return nil }
            node.log(.error, "\(error)")
            return error is UsageError ? 2 : 1
        }
    }
}
