internal import Binnacle

/// `binnacle call`: any request to any node.
enum CallVerb {
    private static let method = Operand<MethodName>("node/method", "whom to ask for what")
    private static let body = Operand<String>("body", "the request, JSON; {} where it is left out", .optional)
    private static let timeout = Option<Double>(
        "timeout",
        "S",
        "how many seconds to wait for the answer",
        in: 0.001...1e6,
        default: 5
    )

    static let declaration = Verb(
        "call",
        "Ask a node for something and print its answer as JSON",
        discussion: "Ends with status 1 when the node answers with an error, 3 when no answer comes in time.",
        operands: [method, body],
        options: [timeout, CommonOptions.address, CommonOptions.onlyJSON],
        examples: [
            .init("binnacle call bus/nodes", "who is on the bus"),
            .init("binnacle call pins/drop '{\"label\":\"boat\"}'", "drop a pin where we are"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let method = try arguments.required(method)
        let json = arguments.optional(body) ?? "{}"
        do {
            _ = try JSONValue.parse(json)
        } catch {
            throw UsageError("BODY: \(error)")
        }
        let limit = Duration.seconds(arguments[timeout] ?? 5)
        let answer = try await BusConnection.withNode(arguments) { node in
            do {
                return try await node.request(method.text, Array(json.utf8), timeout: limit)
            } catch let error as RequestError where error.code == .timeout {
                throw CommandError("\(error)", code: .nothing)
            }
        }
        try Output.line(String(decoding: answer, as: UTF8.self))
        return .success
    }
}

/// A method of a node: `pins/drop`.
struct MethodName: ArgumentValue {
    static let completion = Completion.methods

    let text: String

    var argument: String { text }

    static func read(_ text: String) throws(UsageError) -> MethodName {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("'\(text)' is not of the form node/method")
        }
        return MethodName(text: text)
    }
}
