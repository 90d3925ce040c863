import Messages
import Testing

@Suite("Addresses of a bus", .timeLimit(.minutes(1)))
struct AddressTests {
    @Test(
        "an address is described so that it reads the same",
        arguments: [
            ("ipc:///run/user/1000/binnacle", "ipc:///run/user/1000/binnacle"), ("ipc:///a/", "ipc:///a"),
            ("ipc:///a b///", "ipc:///a b"), ("tcp://boat", "tcp://boat:7750"),
            ("tcp://[::1]:1", "tcp://[::1]:1"),
            ("tcp://127.0.0.1:*", "tcp://127.0.0.1:*"),
            // A letter that takes the slash behind it into one character is part of the folder's name.
            ("ipc:///a\u{600}/", "ipc:///a\u{600}"),
        ]
    )
    func described(text: String, description: String) throws {
        let address = try BusAddress(text)
        #expect(address.description == description)
        #expect(try BusAddress(description) == address)
    }

    @Test(
        "what cannot be an address says why",
        arguments: [
            ("ipc://", "the folder is not an absolute path"),
            ("ipc:////", "the folder is not an absolute path"),
            ("ipc://a/", "the folder is not an absolute path"),
            ("ipc:///" + String(repeating: "a", count: 97), "the folder's path has 98 bytes and may have 97"),
            ("ipc:///a\u{0}b", "it has a control character"),
            ("tcp://127\u{14}.0.0.1", "it has a control character"),
            ("tcp://h:0", "the port '0' is not a number from 1 to 65533"), ("tcp://::1", "':' is not a host"),
            ("udp://h", "it begins with neither ipc:// nor tcp://"),
        ]
    )
    func malformed(text: String, why: String) {
        let error = #expect(throws: MessageError.self) { try BusAddress(text) }
        #expect(error?.problem.contains(": \(why); it is ipc:///FOLDER or tcp://HOST:PORT") == true)
    }
}
