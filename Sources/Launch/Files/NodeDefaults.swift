/// What holds for every node of a launch file that does not say otherwise.
struct NodeDefaults {
    var restart: RestartPolicy?
    var stop: StopPolicy?
    var output: OutputDeclaration?
    var environment: [YAMLNode.Entry] = []
    /// Where its keys are said.
    var places: [String: SourceLocation] = [:]

    init() {}

    /// Reads `defaults:`; what is not said is as in the file that includes this one.
    init(_ fields: Fields, _ findings: inout Findings) {
        let keys = ["restart", "stop", "environment", "output"]
        guard let node = fields["defaults"],
            let defaults = Fields(node, of: "'defaults'", keys: keys, &findings)
        else { return }
        for key in keys { places[key] = defaults[key]?.location }
        restart = defaults["restart"].map { RestartPolicy($0, of: "'defaults'", &findings) }
        stop = defaults["stop"].map { StopPolicy($0, of: "'defaults'", &findings) }
        output = OutputDeclaration(defaults, &findings)
        environment = defaults.entries("environment", &findings)
    }

    /// These, and what they leave open as others say.
    func over(_ others: NodeDefaults) -> NodeDefaults {
        var merged = self
        merged.restart = restart ?? others.restart
        merged.stop = stop ?? others.stop
        merged.output = output ?? others.output
        merged.places = others.places.merging(places) { $1 }
        return merged
    }
}
