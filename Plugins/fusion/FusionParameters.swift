/// The parameters of the manifest; see there.
struct FusionParameters: Decodable, Sendable {
    var silence: Double
    var hold: Double
    var patience: Double
    var widestAccuracy: Double
    var lowestSpeed: Double
    var certainSpeed: Double
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
        patience = 10
        widestAccuracy = 60
        lowestSpeed = 1
        certainSpeed = 3
        orientation = "portrait"
        headingFilter = 0
        smoothing = 0
    }

    private enum CodingKeys: String, CodingKey {
        case silence, hold, patience, orientation, smoothing, calibration
        case headingFilter = "heading-filter"
        case magneticModel = "magnetic-model"
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
        patience = try values.decodeIfPresent(Double.self, forKey: .patience) ?? patience
        widestAccuracy = try values.decodeIfPresent(Double.self, forKey: .widestAccuracy) ?? widestAccuracy
        lowestSpeed = try values.decodeIfPresent(Double.self, forKey: .lowestSpeed) ?? lowestSpeed
        certainSpeed = try values.decodeIfPresent(Double.self, forKey: .certainSpeed) ?? certainSpeed
        orientation = try values.decodeIfPresent(String.self, forKey: .orientation) ?? orientation
        headingFilter = try values.decodeIfPresent(Double.self, forKey: .headingFilter) ?? headingFilter
        smoothing = try values.decodeIfPresent(Double.self, forKey: .smoothing) ?? smoothing
        calibration = try values.decodeIfPresent(String.self, forKey: .calibration)
        magneticModel = try values.decodeIfPresent(String.self, forKey: .magneticModel)
    }
}
