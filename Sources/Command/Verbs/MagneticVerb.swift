internal import Messages
internal import Navigation
internal import Platform
internal import Text

/// `binnacle magnetic`: the earth's field at a place and time.
enum MagneticVerb {
    private static let latitude = Operand<Double>("latitude", "degrees north", in: Place.latitudes)
    private static let longitude = Operand<Longitude>("longitude", "degrees east, from -180 or from 0 on")
    private static let date = Option<Moment>(
        "date",
        "D",
        "2026-11-30, a decimal year or RFC 3339 (default: now)"
    )
    private static let altitude = Option<Double>(
        "altitude",
        "M",
        "metres above the WGS84 ellipsoid",
        in: -10_000...1_000_000,
        default: 0
    )

    static let declaration = Verb(
        "magnetic",
        "Tell the declination and the earth's magnetic field at a place",
        discussion: """
            The World Magnetic Model of NOAA and BGS. Declination is positive where
            magnetic north is east of true north. Uncertainty is one standard deviation of
            the declination.
            """,
        operands: [latitude, longitude],
        options: [date, altitude, CommonOptions.json],
        examples: [
            .init("binnacle magnetic -33.9 18.4", "Cape Town, now"),
            .init(
                "binnacle magnetic 51.4778 -0.0015 --date 2026-11-30 --json",
                "Greenwich, as a JSON object"
            ),
        ],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let moment = arguments[date] ?? Moment(seconds: WallClock.seconds)
        let report = try MagneticReport(
            latitude: try arguments.required(latitude),
            longitude: try arguments.required(longitude).degrees,
            altitude: arguments[altitude] ?? 0,
            moment: moment
        )
        if arguments[CommonOptions.json] {
            try Output.line(report.json)
        } else {
            for line in report.lines { try Output.line(line) }
        }
        return .success
    }
}

/// The answer of `binnacle magnetic`.
struct MagneticReport {
    let latitude: Double
    let longitude: Double
    let altitude: Double
    let moment: Moment
    private let year: Double
    private let model: String
    private let field: EarthField

    /// Asks the model that is in force at the moment.
    ///
    /// - Throws: that none is.
    init(latitude: Double, longitude: Double, altitude: Double, moment: Moment) throws(CommandError) {
        year = MagneticModel.decimalYear(unixSeconds: moment.seconds)
        guard let model = MagneticModel.forDate(year: year) else {
            throw CommandError(
                "no magnetic model covers \(moment.day); give another --date, 2020-01-01 to 2029-12-31"
            )
        }
        self.latitude = latitude
        self.longitude = longitude
        self.altitude = altitude
        self.moment = moment
        self.model = model.name
        field = model.field(latitude: latitude, longitude: longitude, altitude: altitude, year: year)
    }

    /// What people read.
    var lines: [String] {
        let side = field.declination < 0 ? "west" : "east"
        return [
            "declination   \(field.declination.fixed(2))° (\(field.declination.magnitude.fixed(2))° \(side))"
                + "   changes \(field.change.declination.fixed(2))° a year",
            "uncertainty   \(field.declinationUncertainty.fixed(2))°",
            "dip           \(field.dip.fixed(2))°",
            "horizontal    \(nanotesla(field.horizontal))",
            "north         \(nanotesla(field.x))",
            "east          \(nanotesla(field.y))",
            "down          \(nanotesla(field.z))",
            "total         \(nanotesla(field.total))",
            "zone          \(field.zone.rawValue)\(advice(field.zone))",
            "model         \(model), \(moment.day), altitude \(altitude.fixed(0)) m",
        ]
    }

    /// What programs read: degrees, nanotesla, and the decimal year.
    var json: String {
        var object = JSONObject()
        object.add("declination", field.declination)
        object.add("declinationUncertainty", field.declinationUncertainty)
        object.add("declinationChange", field.change.declination)
        object.add("dip", field.dip)
        object.add("horizontal", field.horizontal)
        object.add("x", field.x)
        object.add("y", field.y)
        object.add("z", field.z)
        object.add("total", field.total)
        object.add("zone", field.zone.rawValue)
        object.add("model", model)
        object.add("year", year)
        object.add("latitude", latitude)
        object.add("longitude", longitude)
        object.add("altitude", altitude)
        return object.line
    }

    private func nanotesla(_ value: Double) -> String { value.fixed(1, grouping: " ") + " nT" }

    private func advice(_ zone: EarthField.Zone) -> String {
        switch zone {
        case .normal: ""
        case .caution: ": a compass may be off"
        case .blackout: ": a compass is not to be used"
        }
    }
}
