internal import Messages
internal import Testing

@testable internal import PinsPlugin

@Suite("A place", .timeLimit(.minutes(1)))
struct PlaceTests {
    @Test("is a latitude and a longitude, with an altitude if one is known")
    func isGiven() throws {
        let place = try Place(latitude: -90, longitude: 180, altitude: -12.5)
        #expect(place?.latitude == -90)
        #expect(place?.longitude == 180)
        #expect(place?.altitude == -12.5)
        #expect(place?.horizontalAccuracy == nil)
        #expect(try Place(latitude: nil, longitude: nil, altitude: nil) == nil)
    }

    @Test(
        "that is half a place, or not on the earth, is refused with the key's name",
        arguments: [
            (1, nil, nil, "longitude"), (nil, 1, nil, "latitude"), (nil, nil, 1, "altitude"),
            (90.001, 0, nil, "latitude: 90.001"), (-91, 0, nil, "latitude: -91"),
            (0, 180.5, nil, "longitude: 180.5"), (.nan, 0, nil, "latitude"), (0, .infinity, nil, "longitude"),
            (0, 0, .nan, "altitude"),
        ] as [(Double?, Double?, Double?, String)]
    )
    func isRefused(latitude: Double?, longitude: Double?, altitude: Double?, name: String) {
        let error = #expect(throws: PinError.self) {
            try Place(latitude: latitude, longitude: longitude, altitude: altitude)
        }
        #expect(error?.code == .badRequest)
        #expect(error?.message.contains(name) == true)
    }

    @Test("of a fix has the fix's altitude and accuracy")
    func isOfFix() {
        var fix = Fix(time: 1, latitude: 2, longitude: 3)
        fix.horizontalAccuracy = 4
        let place = Place(of: fix)
        #expect(place.latitude == 2)
        #expect(place.longitude == 3)
        #expect(place.altitude == nil)
        #expect(place.horizontalAccuracy == 4)
    }
}
