public import Messages
internal import Platform

extension Node {
    /// Sends a request to a method of a node, or of the bus, and returns the JSON of the result.
    ///
    /// - Parameters:
    ///   - method: `<node>/<method>`, for example `pins/list`.
    ///   - json: the body, a JSON object.
    ///   - timeout: how long to wait for the answer.
    /// - Returns: the result, JSON.
    /// - Throws: the error that the node or the bus answers, or that no answer came in time.
    public func request(
        _ method: String,
        _ json: [UInt8],
        timeout: Duration = .seconds(5)
    ) async throws(RequestError) -> [UInt8] {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<[UInt8], RequestError>.self)
        let nanoseconds = timeout.nanoseconds
        loop.perform { core in
            guard let core else {
                continuation.yield(.failure(NodeCore.closed))
                return
            }
            core.request(method, json, timeout: nanoseconds) { continuation.yield($0) }
        }
        // A stream, and not a bare continuation, because a cancelled task need not wait for the answer.
        for await result in stream { return try result.get() }
        throw RequestError(code: .cancelled, message: "the request to \(method) was cancelled")
    }

    /// Sends a request with a typed body, and returns the result as a type.
    ///
    /// - Throws: ``RequestError``; `bad-request` also when the result is of another form.
    public func request<Body: Encodable, Answer: Decodable>(
        _ method: String,
        _ body: Body,
        as type: Answer.Type = Answer.self,
        timeout: Duration = .seconds(5)
    ) async throws(RequestError) -> Answer {
        let json: [UInt8]
        do {
            json = try JSON.encode(body)
        } catch {
            throw RequestError(code: .badRequest, message: "\(method): \(error)")
        }
        let answer = try await request(method, json, timeout: timeout)
        do {
            return try JSON.decode(type, from: answer)
        } catch {
            throw RequestError(
                code: .badRequest,
                message: "the answer of \(method) is not as expected: \(error)"
            )
        }
    }

    /// Answers a method of this node, within an actor of the node's thread.
    ///
    /// A ``RequestError`` that the handler throws goes to the caller as it is, any other error with the code `failed`.
    /// - Precondition: the actor's executor is ``unownedExecutor``.
    public func answer<Body: Decodable, Answer: Encodable, Owner: Actor>(
        _ method: String,
        on owner: Owner,
        handler: @escaping @Sendable (isolated Owner, Body) throws -> sending Answer
    ) {
        let loop = loop
        loop.perform { core in
            core?.services.add(method) { [weak owner] json, _ in
                guard let owner else {
                    return RequestAnswer.write(
                        .failure(RequestError(code: .failed, message: "the node is ending"))
                    )
                }
                return owner.assumeIsolated { owner in
                    RequestAnswer.write(
                        Self.attempt(method, json) { (body: Body) in
                            try JSON.encode(try handler(owner, body))
                        }
                    )
                }
            }
        }
    }

    /// Answers a method of this node with an asynchronous handler.
    ///
    /// A ``RequestError`` that the handler throws goes to the caller as it is, any other error with the code `failed`.
    public func answer<Body: Decodable & Sendable, Answer: Encodable & Sendable>(
        _ method: String,
        handler: @escaping @Sendable (Body) async throws -> Answer
    ) {
        let loop = loop
        loop.perform { core in
            core?.services.add(method) { json, later in
                let body: Body
                do {
                    body = try JSON.decode(Body.self, from: json)
                } catch {
                    return RequestAnswer.write(.failure(Self.unreadable(method, error)))
                }
                Task {
                    do {
                        later(RequestAnswer.write(.success(try JSON.encode(try await handler(body)))))
                    } catch {
                        later(RequestAnswer.write(.failure(Self.failure(error))))
                    }
                }
                return nil
            }
        }
    }

    private static func attempt<Body: Decodable>(
        _ method: String,
        _ json: [UInt8],
        _ handler: (Body) throws -> [UInt8]
    ) -> Result<[UInt8], RequestError> {
        let body: Body
        do {
            body = try JSON.decode(Body.self, from: json)
        } catch {
            return .failure(unreadable(method, error))
        }
        do {
            return .success(try handler(body))
        } catch {
            return .failure(failure(error))
        }
    }

    private static func unreadable(_ method: String, _ error: any Error) -> RequestError {
        RequestError(code: .badRequest, message: "\(method): \(error)")
    }

    private static func failure(_ error: any Error) -> RequestError {
        error as? RequestError ?? RequestError(code: .failed, message: "\(error)")
    }
}
