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

    init() {
        silence = 3
        hold = 10
        priority = []
        patience = 10
        widestAccuracy = 60
        profile = .pedestrian
    }

    private enum CodingKeys: String, CodingKey {
        case silence, hold, priority, patience
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
        if let name = try values.decodeIfPresent(String.self, forKey: .profile) {
            // A profile of one's own is the pedestrian's but for what is given.
            profile = ArbitrationLimits.Profile(rawValue: name) ?? .pedestrian
        }
        lowestSpeed = try values.decodeIfPresent(Double.self, forKey: .lowestSpeed)
        certainSpeed = try values.decodeIfPresent(Double.self, forKey: .certainSpeed)
        directionHold = try values.decodeIfPresent(Double.self, forKey: .directionHold)
        standstill = try values.decodeIfPresent(Double.self, forKey: .standstill)
    }
}

extension FusionParameters {
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
