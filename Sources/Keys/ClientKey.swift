internal import Messages
internal import Platform
public import ZeroMQ

/// What a client needs to join a bus with keys: its own pair, and the bus's public key.
public struct ClientKey: Hashable, Sendable {
    /// The name that the key has on the bus's machine.
    public let name: String
    /// The client's pair and the bus's public key.
    public let curve: CurveClient
    /// The file that it was read from, for what is said of it.
    public let path: String

    /// Reads the file that `BINNACLE_KEY` names; `nil` where it is not set.
    ///
    /// - Throws: what is wrong with the file, and what to do.
    public static func fromEnvironment() throws(KeyError) -> ClientKey? {
        guard let path = Environment["BINNACLE_KEY"], !path.isEmpty else { return nil }
        do {
            return try ClientKey(file: path)
        } catch {
            throw KeyError("BINNACLE_KEY: \(error)")
        }
    }

    /// Reads a file that `binnacle keys new` has made.
    ///
    /// - Throws: what is wrong with the file, and what to do.
    public init(file path: String) throws(KeyError) {
        let bytes = try PrivateFile.read(path)
        do throws(MessageError) {
            let value = try JSONValue.parse(bytes)
            guard case .string(let name)? = value["name"] else {
                throw MessageError(key: "name", problem: "it is missing")
            }
            guard let pair = CurvePair(secretKey: try Self.key("secret", of: value)) else {
                throw MessageError(key: "secret", problem: "no secret key")
            }
            guard pair.publicKey == (try Self.key("public", of: value)) else {
                throw MessageError(key: "public", problem: "not the public key of the secret one")
            }
            self.name = name
            curve = CurveClient(pair: pair, serverKey: try Self.key("bus", of: value))
            self.path = path
        } catch {
            throw KeyError("\(path) is not a client's key: \(error); 'binnacle keys new' makes one")
        }
    }

    /// The content of a client's file.
    static func object(name: String, pair: CurvePair, bus: CurveKey) -> JSONObject {
        [
            "name": .string(name), "public": .string(pair.publicKey.description),
            "secret": .string(pair.secretKey.description), "bus": .string(bus.description),
        ]
    }

    private static func key(_ name: String, of value: JSONValue) throws(MessageError) -> CurveKey {
        guard case .string(let text)? = value[name], let key = CurveKey(z85: text) else {
            throw MessageError(key: name, problem: "no key of 40 characters of Z85")
        }
        return key
    }
}
