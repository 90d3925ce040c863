import Messages
import Navigation
import Testing

@testable import FusionPlugin

@Suite("The parameters of the fusion", .timeLimit(.minutes(5)))
struct FusionParametersTests {
    @Test("A profile that is none is no pedestrian's, but an error that names those there are")
    func profile() throws {
        let decode = { (text: String) in try JSON.decode(FusionParameters.self, from: Array(text.utf8)) }
        #expect(try decode(#"{"profile":"own"}"#).profile == .pedestrian)
        #expect(try decode(#"{"profile":"boat"}"#).profile == .boat)
        let error = #expect(throws: MessageError.self) { _ = try decode(#"{"profile":"spaceship"}"#) }
        let words = error.map { "\($0)" } ?? ""
        #expect(
            words.contains("'spaceship' is none of pedestrian, bicycle, vehicle, boat and own"),
            "\(words)"
        )
    }
}
