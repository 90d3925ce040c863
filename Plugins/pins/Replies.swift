internal import Binnacle

/// A pin as the methods return it.
struct PinReply: Encodable, Sendable {
    let time: Double
    let id: String
    let label: String?
    let latitude: Double
    let longitude: Double
    let altitude: Double?
    let horizontalAccuracy: Double?

    init(_ pin: Pin) {
        time = pin.time
        id = pin.id
        label = pin.label
        latitude = pin.latitude
        longitude = pin.longitude
        altitude = pin.altitude
        horizontalAccuracy = pin.horizontalAccuracy
    }
}

/// What `drop` returns: the new pin, and the identifiers of those that are gone for it.
struct DropReply: Encodable, Sendable {
    let pin: PinReply
    let replaced: [String]
}

/// What `list` returns: all pins, the oldest first.
struct ListReply: Encodable, Sendable {
    let pins: [PinReply]
}

/// What `clear` returns: the identifiers of the pins that are gone.
struct ClearReply: Encodable, Sendable {
    let cleared: [String]
}
