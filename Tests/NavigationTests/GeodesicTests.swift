import Foundation
import Navigation
import TestSupport
import Testing

@Suite("Geodesics", .timeLimit(.minutes(5)))
struct GeodesicTests {
    static let files = ["geodesic/GeodTest-sample900.dat", "geodesic/GeodTest-antimeridian100.dat"]
    static let isThere = files.allSatisfy(ReferenceData.has)

    @Test(
        "The inverse problem agrees with the reference within 15 nm",
        .enabled(if: isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: files
    )
    func inverse(file: String) throws {
        var worst = 0.0
        for row in try ReferenceData.rows(file) {
            let values = row.compactMap { Double($0) }
            let (start, end) = (
                Coordinate(latitude: values[0], longitude: values[1]),
                Coordinate(latitude: values[3], longitude: values[4])
            )
            let geodesic = try #require(Geodesic.inverse(from: start, to: end))
            worst = max(worst, abs(geodesic.distance - values[6]))
            // Moving an end across by 15 nm turns the line by 15 nm over its reduced length, the reference's m12.
            guard values.count > 8, let initial = geodesic.initialBearing, let final = geodesic.finalBearing
            else { continue }
            let tolerance = 15e-9 / abs(values[8]) * 180 / .pi + 1e-13
            #expect(abs(Angle.turn(from: values[2], to: initial)) <= tolerance, "\(row)")
            #expect(abs(Angle.turn(from: values[5], to: final)) <= tolerance, "\(row)")
        }
        #expect(worst <= 15e-9)
    }

    @Test(
        "The direct problem agrees with the reference within 15 nm",
        .enabled(if: isThere, Comment(rawValue: ReferenceData.missing)),
        arguments: files
    )
    func direct(file: String) throws {
        for row in try ReferenceData.rows(file) {
            let values = row.compactMap { Double($0) }
            let geodesic = try #require(
                Geodesic.direct(
                    from: Coordinate(latitude: values[0], longitude: values[1]),
                    bearing: values[2],
                    distance: values[6]
                )
            )
            // A degree of latitude is at most 111.7 km; one of longitude shrinks towards the poles.
            let north = (geodesic.end.latitude - values[3]) * 111_700
            let east =
                Angle.turn(from: values[4], to: geodesic.end.longitude) * 111_700
                * cos(values[3] * .pi / 180)
            #expect(hypot(north, east) <= 15e-9, "\(row)")
        }
    }

    @Test("There and back: bearings are in [0, 360)")
    func bearings() throws {
        let home = Coordinate(latitude: 52, longitude: 13)
        for bearing in stride(from: -360.0, through: 720, by: 22.5) {
            let out = try #require(Geodesic.direct(from: home, bearing: bearing, distance: 1000))
            let back = try #require(Geodesic.inverse(from: home, to: out.end))
            #expect(abs(back.distance - 1000) < 15e-9)
            let initial = try #require(back.initialBearing)
            #expect((0..<360).contains(initial))
            #expect(abs(Angle.turn(from: bearing, to: initial)) < 1e-8)
        }
    }

    @Test("Two places that coincide have no bearing, however their longitudes are written")
    func coincident() throws {
        let here = Coordinate(latitude: 10, longitude: 180)
        let same = try #require(Geodesic.inverse(from: here, to: Coordinate(latitude: 10, longitude: -180)))
        #expect(same.distance == 0)
        #expect(same.initialBearing == nil)
        #expect(same.finalBearing == nil)
    }

    @Test(
        "Numbers that are no place give no line",
        arguments: [Double.nan, .infinity, -.infinity, 90.00000000000003, -91]
    )
    func invalid(latitude: Double) {
        let (wrong, good) = (
            Coordinate(latitude: latitude, longitude: 0), Coordinate(latitude: 0, longitude: 0)
        )
        #expect(Geodesic.inverse(from: wrong, to: good) == nil)
        #expect(Geodesic.inverse(from: good, to: wrong) == nil)
        #expect(Geodesic.direct(from: wrong, bearing: 0, distance: 1) == nil)
    }

    @Test("Huge finite numbers are answered, numbers that are not finite are not")
    func extremes() {
        let here = Coordinate(latitude: 1, longitude: 1e300)
        #expect(Geodesic.inverse(from: here, to: Coordinate(latitude: -1, longitude: -1e300)) != nil)
        for value in [Double.nan, .infinity] {
            let wrong = Coordinate(latitude: 0, longitude: value)
            #expect(Geodesic.inverse(from: here, to: wrong) == nil)
            #expect(Geodesic.direct(from: here, bearing: value, distance: 1) == nil)
            #expect(Geodesic.direct(from: here, bearing: 1, distance: value) == nil)
        }
        _ = Geodesic.direct(from: here, bearing: 1e300, distance: 1e300)
        _ = Geodesic.direct(from: here, bearing: 1, distance: .greatestFiniteMagnitude)
    }
}
