/// The form of an answer: `{"result": …}` or `{"error": {"code": …, "message": …}}`.
public enum RequestAnswer {
    private struct Reply: Decodable {
        let result: JSONValue?
        let error: RequestError?
    }

    /// Returns an answer as JSON; a result is JSON already.
    public static func write(_ result: Result<[UInt8], RequestError>) -> [UInt8] {
        switch result {
        case .success(let json): wrap("result", json)
        // Two texts can always be written.
        case .failure(let error): wrap("error", (try? JSON.encode(error)) ?? [])
        }
    }

    /// Reads an answer: the JSON of the result, or the error; `bad-request` for what is of neither form.
    public static func read(_ json: [UInt8]) -> Result<[UInt8], RequestError> {
        do {
            let reply = try JSON.decode(Reply.self, from: json)
            if let error = reply.error { return .failure(error) }
            return .success(try JSON.encode(reply.result ?? .null))
        } catch {
            return .failure(RequestError(code: .badRequest, message: "the answer cannot be read: \(error)"))
        }
    }

    private static func wrap(_ key: String, _ json: [UInt8]) -> [UInt8] {
        Array("{\"\(key)\":".utf8) + json + [UInt8(ascii: "}")]
    }
}
