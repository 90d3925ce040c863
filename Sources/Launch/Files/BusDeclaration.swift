/// The bus as a launch file says it.
struct BusDeclaration {
    /// Which clock nodes follow.
    enum Clock: String, CaseIterable {
        /// The machine's.
        case wall
        /// The bus's, which a replay may own.
        case bus
    }

    let address: YAMLNode?
    /// Where those are let in who have a key.
    let secured: [YAMLNode]
    let isInsecure: Bool
    let clock: Clock?
    let location: SourceLocation

    /// Reads `bus:`.
    init?(_ fields: Fields, _ findings: inout Findings) {
        guard let node = fields["bus"],
            let bus = Fields(node, of: "'bus'", keys: ["address", "security", "clock"], &findings)
        else { return nil }
        location = node.location
        address = bus["address"]
        clock = bus.choice("clock", of: Clock.self, &findings)
        let keys = ["secured", "insecure"]
        let security = bus["security"].flatMap {
            Fields($0, of: "'security' of 'bus'", keys: keys, &findings)
        }
        isInsecure = security?.boolean("insecure", &findings) ?? false
        guard let secured = security?["secured"] else {
            self.secured = []
            return
        }
        if case .sequence(let addresses) = secured.content {
            self.secured = addresses
        } else {
            self.secured = [secured]
        }
    }
}
