internal import Binnacle
internal import Navigation

/// The parameters of the manifest; see there.
struct FusionParameters: Decodable, Sendable {
    var silence: Double
    var hold: Double
    var priority: [String]
    var patience: Double
    var widestAccuracy: Double
    var profile: ArbitrationLimits.Profile
    /// What is given is taken in place of the profile's.
    var lowestSpeed: Double?
    var certainSpeed: Double?
    var directionHold: Double?
    var standstill: Double?
    /// The axis whose direction is the heading, as ``HeadingAxis/init(name:)`` reads it.
    var orientation: String
    /// Degrees by which a heading must differ from the last one that was published.
    var headingFilter: Double
    /// Seconds of the low-pass of headings.
    var smoothing: Double
    /// The file of the calibration; by default where the XDG specification says, `memory:` for none.
    var calibration: String?
    /// A coefficient file of the magnetic model that goes before the built-in ones.
    var magneticModel: String?

    init() {
        silence = 3
        hold = 10
        priority = []
        patience = 10
        widestAccuracy = 60
        profile = .pedestrian
        orientation = "portrait"
        headingFilter = 0
        smoothing = 0
    }

    private enum CodingKeys: String, CodingKey {
        case silence, hold, priority, patience, orientation, smoothing, calibration
        case headingFilter = "heading-filter"
        case magneticModel = "magnetic-model"
        case widestAccuracy = "widest-accuracy"
        case lowestSpeed = "lowest-speed"
        case certainSpeed = "certain-speed"
        case directionHold = "direction-hold"
        case profile, standstill
    }

    /// Takes the manifest's defaults where the program was started without a launcher.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        silence = try values.decodeIfPresent(Double.self, forKey: .silence) ?? silence
        hold = try values.decodeIfPresent(Double.self, forKey: .hold) ?? hold
        priority = try values.decodeIfPresent([String].self, forKey: .priority) ?? priority
        patience = try values.decodeIfPresent(Double.self, forKey: .patience) ?? patience
        widestAccuracy = try values.decodeIfPresent(Double.self, forKey: .widestAccuracy) ?? widestAccuracy
        orientation = try values.decodeIfPresent(String.self, forKey: .orientation) ?? orientation
        headingFilter = try values.decodeIfPresent(Double.self, forKey: .headingFilter) ?? headingFilter
        smoothing = try values.decodeIfPresent(Double.self, forKey: .smoothing) ?? smoothing
        calibration = try values.decodeIfPresent(String.self, forKey: .calibration)
        magneticModel = try values.decodeIfPresent(String.self, forKey: .magneticModel)
        if let name = try values.decodeIfPresent(String.self, forKey: .profile) {
            profile = try Self.profile(name)
        }
        lowestSpeed = try values.decodeIfPresent(Double.self, forKey: .lowestSpeed)
        certainSpeed = try values.decodeIfPresent(Double.self, forKey: .certainSpeed)
        directionHold = try values.decodeIfPresent(Double.self, forKey: .directionHold)
        standstill = try values.decodeIfPresent(Double.self, forKey: .standstill)
    }
}

extension FusionParameters {
    /// A profile of one's own is the pedestrian's but for what is given.
    private static func profile(_ name: String) throws -> ArbitrationLimits.Profile {
        if name == "own" { return .pedestrian }
        guard let profile = ArbitrationLimits.Profile(rawValue: name) else {
            throw UsageError("profile: '\(name)' is none of pedestrian, bicycle, vehicle, boat and own")
        }
        return profile
    }

    /// What the choice between course and heading goes by: the profile's limits, but for what is given.
    var limits: ArbitrationLimits {
        var limits = ArbitrationLimits(profile)
        limits.courseLife = silence
        limits.headingLife = silence
        limits.lowestSpeed = lowestSpeed ?? limits.lowestSpeed
        limits.certainSpeed = max(certainSpeed ?? limits.certainSpeed, limits.lowestSpeed)
        limits.hold = directionHold ?? limits.hold
        limits.standstill = standstill ?? limits.standstill
        return limits
    }
}
