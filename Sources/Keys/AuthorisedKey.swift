internal import Messages
internal import ZeroMQ

/// A key that a bus lets in, as the file `authorised/NAME.json` has it.
public struct AuthorisedKey: Hashable, Sendable {
    /// Whose it is, the name of the file.
    public let name: String
    /// What the bus knows the holder by, as 40 characters of Z85.
    public let publicKey: String
    /// What the holder may do.
    public let permissions: Permissions

    /// Creates an entry.
    public init(name: String, publicKey: String, permissions: Permissions) {
        (self.name, self.publicKey, self.permissions) = (name, publicKey, permissions)
    }

    /// Reads the content of a file.
    ///
    /// - Throws: what is wrong in it.
    init(name: String, _ bytes: [UInt8]) throws(MessageError) {
        let value = try JSONValue.parse(bytes)
        guard case .string(let text)? = value["public"], let key = CurveKey(z85: text) else {
            throw MessageError(key: "public", problem: "no key of 40 characters of Z85")
        }
        self.init(name: name, publicKey: key.description, permissions: try Permissions(value))
    }

    var object: JSONObject {
        var object = JSONObject()
        object["public"] = .string(publicKey)
        permissions.write(into: &object)
        return object
    }
}
