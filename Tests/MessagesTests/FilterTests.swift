import Messages
import Testing

@Suite("Filters of fixes and headings", .timeLimit(.minutes(1)))
struct FilterTests {
    private func fix(_ time: Double, _ latitude: Double, _ longitude: Double, accuracy: Double? = nil) -> Fix
    {
        var fix = Fix(time: time, latitude: latitude, longitude: longitude)
        fix.horizontalAccuracy = accuracy
        return fix
    }

    private func passing(_ filter: FixFilter, _ fixes: [Fix]) -> [Double] {
        var memory = FilterMemory<Fix>()
        return fixes.filter { filter.passes($0, after: &memory) }.map(\.time)
    }

    /// Lengths by GeographicLib's GeodSolve, from Karney's algorithm.
    @Test(
        "The distance of two fixes is that of the geodesic",
        arguments: [
            (48.0, 11.0, 48.0, 11.001, 74.625, 1e-5), (0, 179.9995, 0, -179.9995, 111.319, 1e-5),
            (89.9999, 0, 89.9999, 180, 22.339, 1e-5), (-33.8568, 151.2153, -33.8523, 151.2108, 650.04, 1e-4),
            (48.1372, 11.5756, 52.5163, 13.3777, 503_686, 5e-3), (0, 0, 0, 179, 19_926_189, 6e-3),
        ]
    )
    func distance(
        latitude: Double,
        longitude: Double,
        other: Double,
        otherLongitude: Double,
        metres: Double,
        tolerance: Double
    ) {
        let (from, to) = (fix(0, latitude, longitude), fix(0, other, otherLongitude))
        #expect(abs(from.distance(to: to) - metres) <= tolerance * metres)
        #expect(from.distance(to: to) == to.distance(to: from))
        #expect(from.distance(to: from) == 0)
    }

    @Test("A distance filter measures from the last fix that passed, not from the last that came")
    func distanceFilter() {
        let walk = (0..<100).map { fix(Double($0), 48 + Double($0) / 111_200, 11) }
        #expect(passing(FixFilter(distanceFilter: 10), walk) == [0, 11, 22, 33, 44, 55, 66, 77, 88, 99])
        #expect(passing(FixFilter(), walk).count == 100)
    }

    @Test("A highest rate goes by the fixes' own times, and takes what comes a little early")
    func rate() {
        let fast = (0..<100).map { fix(Double($0) / 10 + ($0 % 20 == 10 ? -0.02 : 0), 48, 11) }
        #expect(passing(FixFilter(maximumRate: 1), fast).count == 10)
        #expect(passing(FixFilter(maximumRate: 100), fast).count == 100)
    }

    @Test("A recording that begins anew is not held back")
    func again() {
        let twice = [
            fix(100, 48, 11), fix(100.5, 48, 11), fix(1, 48, 11), fix(1.5, 48, 11), fix(101, 48, 11),
        ]
        #expect(passing(FixFilter(distanceFilter: 5, maximumRate: 1), twice) == [100, 1])
    }

    @Test("A fix that is not accurate enough, or does not say, is held, and nothing is measured from it")
    func accuracy() throws {
        let filter = FixFilter(
            desiredAccuracy: try #require(DesiredAccuracy("ten-metres")),
            distanceFilter: 5
        )
        let fixes = [
            fix(0, 48, 11), fix(1, 48, 11, accuracy: 11), fix(2, 48, 11, accuracy: 10),
            fix(3, 48.01, 11, accuracy: 30),
            fix(4, 48, 11, accuracy: 1),
        ]
        #expect(passing(filter, fixes) == [2])
    }

    @Test(
        "An accuracy is a number of metres or one of five names",
        arguments: [
            ("best", nil), ("ten-metres", 10), ("hundred-metres", 100), ("kilometre", 1000),
            ("three-kilometres", 3000),
            ("2.5", 2.5),
        ] as [(String, Double?)]
    )
    func names(text: String, metres: Double?) throws {
        #expect(try #require(DesiredAccuracy(text)).metres == metres)
        let json = metres == nil || Double(text) == nil ? "\"\(text)\"" : text
        #expect(try JSON.decode(DesiredAccuracy.self, from: Array(json.utf8)).metres == metres)
    }

    @Test(
        "What is no accuracy is refused",
        arguments: ["", "0", "-5", "nan", "inf", "0x10", "tenmetres", "1e999"]
    )
    func refused(text: String) {
        #expect(DesiredAccuracy(text) == nil)
        #expect(throws: (any Error).self) {
            try JSON.decode(DesiredAccuracy.self, from: Array("\"\(text)\"".utf8))
        }
    }

    private func heading(_ time: Double, _ magnetic: Double?, invalid: Heading.Invalidity? = nil) -> Heading {
        var heading = Heading(time: time)
        (heading.magneticHeading, heading.invalid) = (magnetic, invalid)
        return heading
    }

    private func passing(_ filter: HeadingFilter, _ headings: [Heading]) -> [Double] {
        var memory = FilterMemory<Heading>()
        return headings.filter { filter.passes($0, after: &memory) }.map(\.time)
    }

    @Test("A heading filter is circular, and measures from the last heading that passed")
    func headingFilter() {
        let turn = [358, 359, 1, 3, 4, 358.5, 358].enumerated().map { heading(Double($0), $1) }
        #expect(passing(HeadingFilter(headingFilter: 5), turn) == [0, 3, 6])
        #expect(passing(HeadingFilter(headingFilter: 4.5), turn) == [0, 3, 5])
    }

    @Test("A heading that turns invalid, or valid again, passes always")
    func validity() {
        let headings = [
            heading(0, 10), heading(0.1, 10.5), heading(0.2, nil, invalid: .interference),
            heading(0.3, nil, invalid: .interference), heading(0.4, nil, invalid: .uncalibrated),
            heading(0.5, 10.5),
        ]
        #expect(passing(HeadingFilter(headingFilter: 5, maximumRate: 1), headings) == [0, 0.2, 0.4, 0.5])
    }
}
