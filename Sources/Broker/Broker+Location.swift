internal import Keys
internal import Messages
internal import Platform

/// The switch for all sources of positions: while it is off, nothing is handed on or kept that says where something is.
extension Broker {
    private static let topic = "location-services/bus"

    /// Answers `bus/location`: how the switch stands, after it has been set where that is asked for.
    mutating func answer(
        _ query: BusRequests.Location,
        of caller: AuthorisedKey?,
        to envelope: [[UInt8]]
    ) throws {
        if let enabled = query.enabled, enabled != exchange.isLocationEnabled {
            // Who may read may ask; to close everybody's eyes takes a permission that is written down.
            if let caller, !caller.permissions.listsCall("bus", "location") {
                let message =
                    "key '\(caller.name)' may not switch location services: its 'call' does not list bus/location"
                try reply(to: envelope, .refused, "\(message); the bus's owner decides on that")
                try complain(.mayNotCall, by: "\(caller.name) bus/location", of: caller, message)
                return
            }
            do throws(BrokerError) {
                try noteLocation(enabled)
            } catch {
                try reply(to: envelope, .refused, error.description)
                return
            }
            exchange.setLocation(enabled: enabled)
            try publishLocation()
            try tell(.info, "location services are switched \(enabled ? "on" : "off")")
        }
        try reply(to: envelope, BusRequests.Location(enabled: exchange.isLocationEnabled))
    }

    /// Tells all how the switch stands.
    mutating func publishLocation() throws {
        var payload: [UInt8] = []
        LocationServices(time: WallClock.seconds, enabled: exchange.isLocationEnabled).encode(into: &payload)
        try exchange.publish(payload, on: Self.topic, to: &fanOut)
    }

    /// Writes it down beside the sockets: a bus that was killed and comes back must not open eyes that were closed.
    func noteLocation(_ enabled: Bool) throws(BrokerError) {
        for folder in folders {
            do throws(SystemError) {
                try folder.setLocation(enabled: enabled)
            } catch {
                throw BrokerError("location services stay as they are: cannot \(error)")
            }
        }
    }
}
