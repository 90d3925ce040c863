internal import Binnacle

/// What `drop` takes: a label, and a place if it is not to be where we are.
struct DropRequest: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case label, latitude, longitude, altitude
    }

    let label: String?
    let latitude: Double?
    let longitude: Double?
    let altitude: Double?

    init(from decoder: any Decoder) throws {
        try AnyKey.check(decoder, knows: CodingKeys.self)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        label = try values.decodeIfPresent(String.self, forKey: .label)
        latitude = try values.decodeIfPresent(Double.self, forKey: .latitude)
        longitude = try values.decodeIfPresent(Double.self, forKey: .longitude)
        altitude = try values.decodeIfPresent(Double.self, forKey: .altitude)
    }
}

/// What `list` takes: nothing.
struct ListRequest: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case none = "" }

    init(from decoder: any Decoder) throws {
        try AnyKey.check(decoder, knows: CodingKeys.self)
    }
}

/// What `clear` takes: the pin to forget, or none for all.
struct ClearRequest: Decodable, Sendable {
    private enum CodingKeys: String, CodingKey, CaseIterable { case id }

    let id: String?

    init(from decoder: any Decoder) throws {
        try AnyKey.check(decoder, knows: CodingKeys.self)
        id = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .id)
    }
}

/// A key of a JSON object, known or not.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }

    /// Refuses keys that a request does not have: a misspelt latitude would drop a pin in another place, and a
    /// misspelt id would clear all.
    static func check<Key: CodingKey & CaseIterable>(_ decoder: any Decoder, knows: Key.Type) throws {
        let known = Key.allCases.map(\.stringValue).filter { !$0.isEmpty }
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue)
        {
            let those = known.isEmpty ? "there are none" : "there are \(known.joined(separator: ", "))"
            throw MessageError(key: key.stringValue, problem: "no such key; \(those)")
        }
    }
}
