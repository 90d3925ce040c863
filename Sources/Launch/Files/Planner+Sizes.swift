extension Planner {
    /// The most bytes of an argument or of a variable with its name: MAX_ARG_STRLEN of Linux, without the zero at the end.
    private static let longest = 131_071

    /// Looks for what is too long to be handed to a process: it could not be started.
    mutating func checkSizes(_ node: PlannedNode, _ declaration: NodeDeclaration) {
        let owner = "node '\(node.name)'"
        let variables = node.environment.map { "\($0.key)=\($0.value)" }.sorted()
        let handed =
            node.arguments.map { (what: "an argument", text: $0) }
            + variables.map { (what: "variable '\($0.prefix { $0 != "=" })'", text: $0) }
            + [
                (what: "the JSON of the parameters", text: "BINNACLE_PARAMETERS=\(node.parameters)"),
                (what: "the schema of the parameters", text: "BINNACLE_SCHEMA=\(node.liveSchema)"),
            ]
        for (what, text) in handed where text.utf8.count > Self.longest {
            findings.error(
                declaration.location,
                "\(what) of \(owner) takes \(text.utf8.count) bytes, and a process can be handed \(Self.longest)",
                advice: "put it into a file"
            )
        }
    }
}
