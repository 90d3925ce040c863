import Testing

@testable import Navigation

@Suite("What of headings is delivered", .timeLimit(.minutes(1)))
struct HeadingFilterTests {
    @Test("A heading passes when it differs enough from the last one that passed, the short way round")
    func circle() {
        var filter = HeadingFilter(degrees: 10)
        let headings = [355.0, 359, 4.9, 5, 14, 355, 345.1, 344.9]
        #expect(headings.map { filter.passes($0) } == [true, false, false, true, false, true, false, true])
    }

    @Test("That there is no heading any more passes once, and so does the first one after it")
    func invalid() {
        var filter = HeadingFilter(degrees: 10)
        let headings: [Double?] = [90, nil, nil, 91, 92]
        #expect(headings.map { filter.passes($0) } == [true, true, false, true, false])
        var open = HeadingFilter(degrees: 0)
        #expect(
            [90, nil, nil, 90].map { (heading: Double?) in open.passes(heading) } == [true, true, true, true]
        )
    }

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
