internal import Messages

/// The methods that a node answers.
struct Services {
    /// Runs a method: answers at once, or later through the second argument.
    typealias Method = @Sendable (_ json: [UInt8], _ later: @escaping @Sendable ([UInt8]) -> Void) -> [UInt8]?

    private var methods: [String: Method] = [:]

    /// The methods, sorted.
    private(set) var names: [String] = []

    mutating func add(_ name: String, _ method: @escaping Method) {
        methods[name] = method
        names = methods.keys.sorted()
    }

    /// Answers a request, or returns `nil` when the answer comes later.
    func answer(
        _ request: RequestSocket.Incoming,
        loop: NodeLoop,
        positions: (BusRequests.Handled) -> BusRequests.Received
    ) -> [UInt8]? {
        switch request.method {
        case "ping":
            return RequestAnswer.write(.success(Array("{}".utf8)))
        case "received":
            return RequestAnswer.write(Self.received(request.json, positions))
        default:
            guard let method = methods[request.method] else {
                let known = (["ping", "received"] + methods.keys).sorted().joined(separator: ", ")
                let message = "this node does not answer '\(request.method)'; it answers \(known)"
                return RequestAnswer.write(.failure(RequestError(code: .unknownMethod, message: message)))
            }
            let caller = request.caller
            let json = request.json.isEmpty ? Array("{}".utf8) : request.json
            return method(json) { answer in
                loop.perform { core in core?.requests.reply(to: caller, answer) }
            }
        }
    }

    private static func received(
        _ json: [UInt8],
        _ positions: (BusRequests.Handled) -> BusRequests.Received
    ) -> Result<[UInt8], RequestError> {
        do {
            let question = try JSON.decode(BusRequests.Handled.self, from: json)
            return .success(try JSON.encode(positions(question)))
        } catch {
            return .failure(RequestError(code: .badRequest, message: "\(error)"))
        }
    }
}
