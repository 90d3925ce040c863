extension Pins {
    /// The node's parameters, as the manifest describes them.
    struct Parameters: Decodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case store, multiple, fix
            case maximumAge = "maximum-age"
        }

        /// The file of the pins; where it is by default, ``StorePath`` says.
        let store: String?
        /// Whether a pin stays when another one is dropped.
        let multiple: Bool
        /// The topic that says where we are.
        let fix: String
        /// How many seconds a fix says where we are.
        let maximumAge: Double
    }
}
