/// The parameters of the manifest; see there.
struct FusionParameters: Decodable, Sendable {
    var silence: Double
    var hold: Double
    var priority: [String]
    var patience: Double
    var widestAccuracy: Double
    var lowestSpeed: Double
    var certainSpeed: Double

    init() {
        silence = 3
        hold = 10
        priority = []
        patience = 10
        widestAccuracy = 60
        lowestSpeed = 1
        certainSpeed = 3
    }

    private enum CodingKeys: String, CodingKey {
        case silence, hold, priority, patience
        case widestAccuracy = "widest-accuracy"
        case lowestSpeed = "lowest-speed"
        case certainSpeed = "certain-speed"
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
        lowestSpeed = try values.decodeIfPresent(Double.self, forKey: .lowestSpeed) ?? lowestSpeed
        certainSpeed = try values.decodeIfPresent(Double.self, forKey: .certainSpeed) ?? certainSpeed
    }
}
