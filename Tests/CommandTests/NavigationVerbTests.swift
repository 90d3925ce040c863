import Navigation
import Testing

@testable import Command

@Suite("Geodesic and magnetic", .timeLimit(.minutes(1)))
struct NavigationVerbTests {
    // Reference: GeodSolve of GeographicLib.
    @Test("a way is told with its distance and both bearings") func way() throws {
        let geodesic = try #require(
            Geodesic.inverse(
                from: Coordinate(latitude: 0, longitude: 0),
                to: Coordinate(latitude: 0, longitude: 1)
            )
        )
        #expect(
            GeodesicVerb.lines(geodesic) == [
                "distance         111 319.491 m", "initial bearing  90.000000°",
                "final bearing    90.000000°",
            ]
        )
        #expect(
            GeodesicVerb.json(geodesic)
                == #"{"distance":111319.49079327357,"initialBearing":90,"finalBearing":90}"#
        )
    }

    @Test("where the places are the same there is no bearing") func nowhere() throws {
        let place = Coordinate(latitude: 5, longitude: 5)
        let geodesic = try #require(Geodesic.inverse(from: place, to: place))
        #expect(GeodesicVerb.lines(geodesic).last == "final bearing    none, the places are the same")
        #expect(GeodesicVerb.json(geodesic) == #"{"distance":0}"#)
    }

    // Reference: the test values in the report of WMM2025, table 3b: X 6521.6, Y 145.9, Z 54791.5, D 1.28.
    @Test("a report names declination, zone and model") func report() throws {
        let report = try MagneticReport(
            latitude: 80,
            longitude: 0,
            altitude: 0,
            moment: try Moment.read("2025-01-01")
        )
        #expect(report.lines.first?.hasPrefix("declination   1.28° (1.28° east)") == true)
        for line in ["north         6 521.6 nT", "east          145.9 nT", "down          54 791.5 nT"] {
            #expect(report.lines.contains(line))
        }
        #expect(report.lines.contains("zone          normal"))
        #expect(report.lines.last == "model         WMM-2025, 2025-01-01, altitude 0 m")
        #expect(report.json.hasPrefix(#"{"declination":1.2"#))
        #expect(
            report.json.contains(
                #""zone":"normal","model":"WMM-2025","year":2025,"latitude":80,"longitude":0"#
            )
        )
    }

    @Test("a date that no model covers is refused", arguments: ["2019-12-31", "2030-01-01", "1600"])
    func outside(date: String) throws {
        let moment = try Moment.read(date)
        #expect(throws: CommandError.self) {
            try MagneticReport(latitude: 0, longitude: 0, altitude: 0, moment: moment)
        }
    }
}
