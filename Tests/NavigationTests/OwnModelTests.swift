import Testing

@testable import Navigation

@Suite("A magnetic model that is given", .timeLimit(.minutes(5)))
struct OwnModelTests {
    @Test("A release that is given goes before the built-in ones, in its five years")
    func ownModel() throws {
        let text = String(describing: MagneticModel.coefficients2025)
            .replacing("2025.0            WMM-2025", with: "2030.0            WMM-2030")
        let model = try MagneticModel(coefficients: text.utf8)
        #expect(model.years == 2030...2035)
        func note(_ model: MagneticModel?, year: Double) -> String? {
            let time = (year - 1970) * 365.2425 * 86_400
            return HeadingReference(latitude: 52, longitude: 13, altitude: 0, time: time, model: model)
                .problem
        }
        #expect(note(nil, year: 2031) != nil)
        #expect(note(model, year: 2031) == nil)
        #expect(note(model, year: 2026) == nil)
        #expect(note(model, year: 2036) != nil)
    }
}
