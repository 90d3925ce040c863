/// The parameters of the manifest; see there.
struct GPSParameters: Decodable, Sendable {
    var source: String?
    var devices: String?
    var economy: EconomySettings

    private enum CodingKeys: String, CodingKey {
        case source, devices
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        source = try values.decodeIfPresent(String.self, forKey: .source)
        devices = try values.decodeIfPresent(String.self, forKey: .devices)
        economy = try EconomySettings(from: decoder)
    }
}
