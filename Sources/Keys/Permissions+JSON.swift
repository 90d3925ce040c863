public import Messages

extension Permissions {
    /// Reads permissions from the members `read`, `publish` and `call` of an object; what is left out is not permitted.
    ///
    /// - Throws: which member is wrong.
    public init(_ value: JSONValue) throws(MessageError) {
        struct Members: Decodable {
            var read: Bool?
            var publish: [String]?
            var call: [String]?
        }
        let members = try JSON.decode(Members.self, from: value)
        try self.init(
            read: members.read ?? false,
            publish: members.publish ?? [],
            call: members.call ?? []
        )
    }

    /// Writes the permissions into an object.
    public func write(into object: inout JSONObject) {
        object["read"] = .bool(read)
        object["publish"] = .array(publish.map(JSONValue.string))
        object["call"] = .array(call.map(JSONValue.string))
    }
}
