/// Whether anybody may say where this machine is: the switch for all sources of positions on a bus.
///
/// The bus publishes it on `location-services/bus` once it has been used, and keeps it. What Core Location's
/// `locationServicesEnabled` answers.
public struct LocationServices: Message, Hashable {
    /// The first segment of the topic that carries it.
    public static let kind = "location-services"

    /// The kinds of messages that say where something is, which are not passed on while it is off.
    public static let kinds: Set<String> = [
        Fix.kind, Sky.kind, Sentence.kind, Arrow.kind, Region.kind, "place", "wifi-scan", "cell-scan",
    ]

    /// When it was switched, Unix seconds.
    public var time: Double
    /// Whether positions are passed on.
    public var enabled: Bool

    /// Creates the state of the switch.
    public init(time: Double, enabled: Bool) {
        self.time = time
        self.enabled = enabled
    }
}
