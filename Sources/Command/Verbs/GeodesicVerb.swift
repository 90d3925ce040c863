internal import Messages
internal import Navigation
internal import Text

/// `binnacle geodesic`: the shortest way between two places.
enum GeodesicVerb {
    private static let latitude1 = Operand<Double>("lat1", "degrees north, of the start", in: Place.latitudes)
    private static let longitude1 = Operand<Longitude>("lon1", "degrees east, of the start")
    private static let latitude2 = Operand<Double>("lat2", "degrees north, of the end", in: Place.latitudes)
    private static let longitude2 = Operand<Longitude>("lon2", "degrees east, of the end")

    static let declaration = Verb(
        "geodesic",
        "Tell the distance and the bearings from one place to another",
        discussion: """
            The shortest line on the WGS84 ellipsoid, by GeographicLib, good to 15
            nanometres. Bearings are degrees clockwise from true north, the final one as one
            goes on.
            """,
        operands: [latitude1, longitude1, latitude2, longitude2],
        options: [CommonOptions.json],
        examples: [
            .init("binnacle geodesic 51.4778 -0.0015 -33.9 18.4", "Greenwich to Cape Town"),
            .init("binnacle geodesic 0 0 0 1 --json", "a degree of the equator, as a JSON object"),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let start = Coordinate(
            latitude: try arguments.required(latitude1),
            longitude: try arguments.required(longitude1).degrees
        )
        let end = Coordinate(
            latitude: try arguments.required(latitude2),
            longitude: try arguments.required(longitude2).degrees
        )
        guard let geodesic = Geodesic.inverse(from: start, to: end) else {
            throw CommandError("there is no way between these places")
        }
        if arguments[CommonOptions.json] {
            try Output.line(json(geodesic))
        } else {
            for line in lines(geodesic) { try Output.line(line) }
        }
        return .success
    }

    /// What people read; at the same place there are no bearings.
    static func lines(_ geodesic: Geodesic) -> [String] {
        [
            "distance         \(geodesic.distance.fixed(3, grouping: " ")) m",
            "initial bearing  \(bearing(geodesic.initialBearing))",
            "final bearing    \(bearing(geodesic.finalBearing))",
        ]
    }

    /// What programs read.
    static func json(_ geodesic: Geodesic) -> String {
        var object = JSONObject()
        object.add("distance", geodesic.distance)
        object.add("initialBearing", geodesic.initialBearing)
        object.add("finalBearing", geodesic.finalBearing)
        return object.line
    }

    private static func bearing(_ angle: Double?) -> String {
        angle.map { $0.fixedBearing(6) + "°" } ?? "none, the places are the same"
    }
}
