import Foundation
import Navigation
import TestSupport
import Testing

@Suite("The magnetic model", .timeLimit(.minutes(5)))
struct MagneticModelTests {
    @Test(
        "NOAA's table of WMM2025: intensities within 1e-3 nT, D and I within half of their last digit",
        .enabled(
            if: ReferenceData.has("wmm/WMM2025_FINAL_TEST_VALUES_HIGHPREC.txt"),
            Comment(rawValue: ReferenceData.missing)
        )
    )
    func table2025() throws {
        let rows = try ReferenceData.rows("wmm/WMM2025_FINAL_TEST_VALUES_HIGHPREC.txt")
        #expect(rows.count == 100)
        // The table prints a millionth, but the program that made it agrees with the series to 3e-4 nT only.
        for row in rows { try check(row, against: .wmm2025, noise: 1e-3, noiseOfChange: 2e-6) }
    }

    @Test(
        "NOAA's table of WMM2020: everything within half of its last digit",
        .enabled(
            if: ReferenceData.has("wmm/WMM2020_TEST_VALUES.txt"),
            Comment(rawValue: ReferenceData.missing)
        )
    )
    func table2020() throws {
        let rows = try ReferenceData.rows("wmm/WMM2020_TEST_VALUES.txt")
        #expect(rows.count == 100)
        for row in rows { try check(row, against: .wmm2020) }
    }

    /// Compares a row: date, height km, latitude, longitude, D, I, H, X, Y, Z, F, and their yearly changes.
    private func check(
        _ row: [Substring],
        against model: MagneticModel,
        noise: Double = 0,
        noiseOfChange: Double = 0
    ) throws {
        let values = row.compactMap { Double($0) }
        try #require(values.count == 18)
        let field = model.field(
            latitude: values[2],
            longitude: values[3],
            altitude: values[1] * 1000,
            year: values[0]
        )
        let change = field.change
        let computed = [
            field.declination, field.dip, field.horizontal, field.x, field.y, field.z, field.total,
            change.declination, change.dip, change.horizontal, change.x, change.y, change.z, change.total,
        ]
        for (column, value) in zip(4..., computed) {
            // A little more than half, for values that lie on the edge of rounding.
            let half = halfUnit(of: row[column]) * (1 + 1e-6)
            let tolerance = max(half, column < 11 ? noise : noiseOfChange)
            #expect(abs(value - values[column]) <= tolerance, "column \(column + 1) of \(row)")
        }
    }

    @Test("Both poles are finite and continuous with what is around them", arguments: [90.0, -90])
    func poles(latitude: Double) {
        for longitude in [-180.0, -90, 0, 45, 180] {
            for altitude in [-1000.0, 0, 850_000] {
                let pole = MagneticModel.wmm2025.field(
                    latitude: latitude,
                    longitude: longitude,
                    altitude: altitude,
                    year: 2027
                )
                let beside = MagneticModel.wmm2025.field(
                    latitude: latitude * (1 - 1e-9),
                    longitude: longitude,
                    altitude: altitude,
                    year: 2027
                )
                #expect(pole.x.isFinite && pole.y.isFinite && pole.z.isFinite)
                #expect(pole.change.declination.isFinite && pole.change.dip.isFinite)
                // A tenth of a millimetre away.
                #expect(abs(pole.x - beside.x) < 1e-4)
                #expect(abs(pole.y - beside.y) < 1e-4)
                #expect(abs(pole.z - beside.z) < 1e-4)
            }
        }
    }

    @Test("The yearly change is the difference of two years")
    func change() {
        func field(_ year: Double) -> EarthField {
            MagneticModel.wmm2025.field(latitude: 40, longitude: -75, altitude: 100, year: year)
        }
        let (before, now, after) = (field(2026.999), field(2027), field(2027.001))
        #expect(abs((after.declination - before.declination) / 0.002 - now.change.declination) < 1e-5)
        #expect(abs((after.dip - before.dip) / 0.002 - now.change.dip) < 1e-5)
        #expect(abs((after.total - before.total) / 0.002 - now.change.total) < 1e-3)
        #expect(abs((after.horizontal - before.horizontal) / 0.002 - now.change.horizontal) < 1e-3)
    }

    @Test("A date picks its release, and none outside 2020 to 2030")
    func dates() {
        #expect(MagneticModel.forDate(year: 2025)?.name == "WMM-2025")
        #expect(MagneticModel.forDate(year: 2030.0.nextDown)?.name == "WMM-2025")
        #expect(MagneticModel.forDate(year: 2025.0.nextDown)?.name == "WMM-2020")
        #expect(MagneticModel.forDate(year: 2020)?.name == "WMM-2020")
        for year in [2030, 2020.0.nextDown, -1, 1e9, .nan, .infinity] {
            #expect(MagneticModel.forDate(year: year) == nil)
        }
    }

    @Test(
        "The decimal year counts leap days",
        arguments: [
            (0, 1970), (1_735_689_600, 2025), (1_735_646_400, 2024 + 365.5 / 366), (1_751_457_600, 2025.5),
            (1_719_878_400, 2024.5), (951_782_400, 2000 + 59.0 / 366), (-86_400, 1969 + 364.0 / 365),
            (4_102_444_800, 2100), (-2_208_988_800, 1900),
        ] as [(Double, Double)]
    )
    func decimalYear(seconds: Double, year: Double) {
        #expect(abs(MagneticModel.decimalYear(unixSeconds: seconds) - year) < 1e-9)
    }

    @Test("A time without a year is not a number", arguments: [Double.nan, .infinity, -1e300, 1e15])
    func noYear(seconds: Double) {
        #expect(MagneticModel.decimalYear(unixSeconds: seconds).isNaN)
    }

    @Test("Zones and uncertainty follow the horizontal field")
    func zones() {
        let model = MagneticModel.wmm2025
        let berlin = model.field(latitude: 52.5, longitude: 13.4, altitude: 40, year: 2025.5)
        #expect(berlin.zone == .normal)
        let expected = (0.26 * 0.26 + (5417 / berlin.horizontal) * (5417 / berlin.horizontal)).squareRoot()
        #expect(abs(berlin.declinationUncertainty - expected) < 1e-12)
        let pole = model.field(latitude: 86, longitude: 150, altitude: 0, year: 2025)
        #expect(pole.horizontal < 2000)
        #expect(pole.zone == .blackout)
        let north = model.field(latitude: 80, longitude: -60, altitude: 0, year: 2025)
        #expect(north.zone == .caution)
        let unknown = model.field(latitude: .nan, longitude: 0, altitude: 0, year: 2025)
        #expect(unknown.zone == .blackout)
    }

    @Test(
        "A damaged coefficient file is refused with its line",
        arguments: [
            ("", 1), ("epoch WMM", 1), ("2025.0", 1), ("2025.0 WMM\n 1 0 1.0 0.0 0.0", 2),
            ("2025.0 WMM\n 1 1 1 0 0 0", 2),
            ("2025.0 WMM\n 1 0 1.0 0.0 0.0 0x1", 2), ("2025.0 WMM\n 1 0 1.0 0.0 0.0 nan", 2),
            ("2025.0 WMM", 1),
        ] as [(String, Int)]
    )
    func damaged(text: String, line: Int) {
        let error = #expect(throws: NavigationError.self) { try MagneticModel(coefficients: text.utf8) }
        #expect(error?.line == line)
    }

    @Test("A coefficient file needs its closing line, and may end lines as Windows does")
    func closing() throws {
        var text = "2035.0 WMM-2035 11/13/2034\r\n"
        for degree in 1...12 {
            for order in 0...degree { text += "\(degree) \(order) -1.5 2 0.5 -0.25\r\n" }
        }
        let error = #expect(throws: NavigationError.self) { try MagneticModel(coefficients: text.utf8) }
        #expect(error?.line == 92)
        let model = try MagneticModel(coefficients: (text + String(repeating: "9", count: 48)).utf8)
        #expect(model.name == "WMM-2035")
        #expect(model.years == 2035...2040)
    }
}

/// Half a unit of the last digit that is printed, for example 0.005 of `-99.77`.
private func halfUnit(of text: Substring) -> Double {
    let decimals = text.firstIndex(of: ".").map { text.distance(from: $0, to: text.endIndex) - 1 } ?? 0
    return 0.5 * pow(10, -Double(decimals))
}
