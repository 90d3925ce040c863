internal import Messages
internal import Testing

@testable internal import PinsPlugin

@Suite("A request to the pins", .timeLimit(.minutes(1)))
struct RequestTests {
    func read<Request: Decodable>(_ json: String, as _: Request.Type = Request.self) throws -> Request {
        try JSON.decode(Request.self, from: Array(json.utf8))
    }

    @Test("to drop one takes a label and a place, and null for what is not given")
    func drops() throws {
        let full: DropRequest = try read(
            #"{"label": "a", "latitude": 1, "longitude": -2.5, "altitude": null}"#
        )
        #expect(full.label == "a")
        #expect(full.latitude == 1)
        #expect(full.longitude == -2.5)
        #expect(full.altitude == nil)
        let empty: DropRequest = try read("{}")
        #expect(empty.label == nil)
        #expect(empty.latitude == nil)
    }

    @Test("with a key that it does not have is refused, because it would mean something else without it")
    func isMisspelt() throws {
        let drop = #expect(throws: MessageError.self) { try read(#"{"lat": 1}"#, as: DropRequest.self) }
        #expect(drop?.key == "lat")
        #expect(drop?.problem == "no such key; there are label, latitude, longitude, altitude")
        let clear = #expect(throws: MessageError.self) { try read(#"{"pin": "p1"}"#, as: ClearRequest.self) }
        #expect(clear?.problem == "no such key; there are id")
        #expect(throws: MessageError.self) { try read(#"{"id": "p1"}"#, as: ListRequest.self) }
    }

    @Test(
        "with a value of another type is refused",
        arguments: [#"{"label": 1}"#, #"{"latitude": "1"}"#, "[]", "1"]
    )
    func isOfAnotherType(json: String) {
        #expect(throws: MessageError.self) { try read(json, as: DropRequest.self) }
    }
}
