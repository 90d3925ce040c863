internal import Binnacle

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

    /// What is to be read.
    ///
    /// - Throws: a `UsageError` that says what is missing or misspelt.
    func readSource() throws -> Source {
        guard let text = source, !text.isEmpty else {
            throw UsageError("the parameter source is missing; say for example source=/dev/ttyACM0")
        }
        return try Source(text, devices: devices ?? "/dev")
    }
}
