internal import Binnacle

/// How much of a receiver is wanted; the parameters of the manifest but for the source, see there.
struct EconomySettings: Equatable, Sendable {
    /// What becomes of fixes that are less accurate than desired.
    enum WorseFixes: String, Decodable, Sendable {
        case marked, held
    }

    /// What moves the receiver: how long it stands still before that is no mere stop.
    enum Activity: String, Decodable, Sendable {
        case automotive, fitness, other
        case otherNavigation = "other-navigation"
    }

    /// Whether every movement counts, or only one that changes the place altogether.
    enum Monitoring: String, Decodable, Sendable {
        case standard
        case significantChange = "significant-change"
    }

    var desiredAccuracy = DesiredAccuracy.best
    var worseFixes = WorseFixes.marked
    var distanceFilter: Double?
    var maximumRate: Double?
    var once = false
    var activityType = Activity.other
    var pausesAutomatically = false
    var pausesUnheard = false
    var monitoring = Monitoring.standard
}

extension EconomySettings: Decodable {
    private enum CodingKeys: String, CodingKey {
        case desiredAccuracy, worseFixes, distanceFilter, maximumRate, once, activityType, pausesAutomatically
        case pausesUnheard, monitoring
    }

    /// Takes the manifest's defaults where the program was started without a launcher.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func read<Value: Decodable>(_ key: CodingKeys, _ fallback: Value) throws -> Value {
            try values.decodeIfPresent(Value.self, forKey: key) ?? fallback
        }
        desiredAccuracy = try read(.desiredAccuracy, desiredAccuracy)
        worseFixes = try read(.worseFixes, worseFixes)
        // 0 is how a filter is taken off again while the node runs.
        distanceFilter = try values.decodeIfPresent(Double.self, forKey: .distanceFilter).flatMap {
            $0 > 0 ? $0 : nil
        }
        maximumRate = try values.decodeIfPresent(Double.self, forKey: .maximumRate).flatMap {
            $0 > 0 ? $0 : nil
        }
        once = try read(.once, once)
        activityType = try read(.activityType, activityType)
        pausesAutomatically = try read(.pausesAutomatically, pausesAutomatically)
        pausesUnheard = try read(.pausesUnheard, pausesUnheard)
        monitoring = try read(.monitoring, monitoring)
    }
}

extension EconomySettings {
    /// Core Location's for a significant change: half a kilometre, and at most one in five minutes.
    private static let significant = (metres: 500.0, seconds: 300.0)

    /// Whether every fix goes out as it is, and none decides about a rest.
    var admitsAll: Bool {
        var plain = EconomySettings()
        (plain.activityType, plain.pausesUnheard) = (activityType, pausesUnheard)
        return self == plain
    }

    /// Which fixes go out.
    var filter: FixFilter {
        var filter = FixFilter(distanceFilter: distanceFilter, maximumRate: maximumRate)
        if worseFixes == .held { filter.desiredAccuracy = desiredAccuracy }
        if monitoring == .significantChange {
            filter.distanceFilter = max(Self.significant.metres, distanceFilter ?? 0)
            filter.maximumRate = min(1 / Self.significant.seconds, maximumRate ?? .infinity)
        }
        return filter
    }
}

extension EconomySettings.Activity {
    /// Within so many metres, for so many seconds, the receiver counts as standing still.
    ///
    /// A car waits at a light or a gate and a boat swings about its anchor; a walker who has sat down has arrived.
    var rest: (metres: Double, seconds: Double) {
        switch self {
        case .automotive: (50, 300)
        case .fitness: (20, 120)
        case .otherNavigation: (100, 600)
        case .other: (50, 300)
        }
    }
}
