import Keys
import Messages
import Testing

@Suite("Permissions", .timeLimit(.minutes(1)))
struct PermissionTests {
    private func may(_ permissions: Permissions, publish topic: String) -> Bool {
        Array(topic.utf8).withUnsafeBytes { permissions.mayPublish($0) }
    }

    @Test("a kind is permitted whole, and no other that begins alike") func kinds() throws {
        let permissions = try Permissions(read: true, publish: ["fix", "imu"])
        #expect(may(permissions, publish: "fix/phone|…"))
        #expect(may(permissions, publish: "imu/phone"))
        for topic in ["fixture/phone", "fi/phone", "FIX/phone", "", "/fix", "status/fix"] {
            #expect(!may(permissions, publish: topic), "\(topic)")
        }
        #expect(may(try Permissions(read: true, publish: ["*"]), publish: "anything/at-all"))
        #expect(!may(try Permissions(read: true), publish: "fix/phone"))
    }

    @Test("a method is permitted by its name, its node's, or all")
    func methods() throws {
        let permissions = try Permissions(read: false, call: ["pins/drop", "walk/*", "*/received"])
        for (node, method) in [("pins", "drop"), ("walk", "pause"), ("fusion", "received")] {
            #expect(permissions.mayCall(node, method), "\(node)/\(method)")
        }
        for (node, method) in [("pins", "clear"), ("pins", ""), ("walker", "pause"), ("", "drop")] {
            #expect(!permissions.mayCall(node, method), "\(node)/\(method)")
        }
        #expect(try Permissions(read: false, call: ["*"]).mayCall("pins", "clear"))
    }

    @Test("the bus answers who may not read of what he may do, not of what there is")
    func bus() throws {
        let mute = try Permissions(read: false, call: ["*"])
        for method in ["ping", "key", "hello", "heartbeat", "goodbye"] {
            #expect(mute.mayCall("bus", method))
        }
        for method in ["topics", "nodes", "last", "listeners"] { #expect(!mute.mayCall("bus", method)) }
        #expect(try Permissions(read: true).mayCall("bus", "last"))
    }

    @Test("what is left out of a file is not permitted") func absent() throws {
        let none = try Permissions(try JSONValue.parse("{}"))
        #expect(none == (try Permissions(read: false)))
        let some = try Permissions(
            try JSONValue.parse(#"{"read":true,"publish":["fix"],"call":["pins/drop"]}"#)
        )
        #expect(some == (try Permissions(read: true, publish: ["fix"], call: ["pins/drop"])))
        var object = JSONObject()
        some.write(into: &object)
        #expect(try Permissions(.object(object)) == some)
    }

    @Test(
        "a kind or a method that is none, or that could match none, is refused with the rule",
        arguments: [
            (#"{"publish":["fix/phone"]}"#, "publish: 'fix/phone' is no kind"),
            (#"{"publish":[""]}"#, "publish: '' is no kind"), (#"{"publish":"fix"}"#, "publish"),
            (#"{"call":["drop"]}"#, "call: 'drop' is no method"), (#"{"call":["a/b/c"]}"#, "call: 'a/b/c'"),
            (#"{"call":["/drop"]}"#, "call: '/drop'"), (#"{"read":"yes"}"#, "read"),
            (#"{"call":["a/*b"]}"#, "call: 'a/*b' matches no method: NODE/METHOD, NODE/*"),
            (#"{"call":["a*/b"]}"#, "call: 'a*/b' matches no method"),
            (#"{"call":["**/b"]}"#, "call: '**/b' matches no method"),
            (#"{"call":["A/b"]}"#, "call: 'A/b' matches no method"),
            (#"{"call":["a/b c"]}"#, "call: 'a/b c' matches no method"),
            (#"{"call":["bus/topics"]}"#, "call: 'bus/topics' is no node's"),
            (#"{"publish":["fix*"]}"#, "publish: 'fix*' is no kind"),
            (#"{"publish":["**"]}"#, "publish: '**' is no kind"),
        ]
    ) func wrong(json: String, words: String) throws {
        let error = #expect(throws: MessageError.self) { try Permissions(try JSONValue.parse(json)) }
        #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
}
