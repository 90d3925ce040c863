/// The findings of one check, in the order they were made.
struct Findings {
    private(set) var all: [Finding] = []

    /// Whether nothing keeps the rig from starting.
    var allowStart: Bool { all.allSatisfy { $0.severity == .warning } }

    mutating func error(_ location: SourceLocation, _ problem: String, advice: String = "") {
        append(Finding(.error, at: location, problem, advice: advice))
    }

    mutating func warning(_ location: SourceLocation, _ problem: String, advice: String = "") {
        append(Finding(.warning, at: location, problem, advice: advice))
    }

    /// Adds a finding unless it is there already: two nodes of one broken plugin say so once.
    mutating func append(_ finding: Finding) {
        if !all.contains(finding) { all.append(finding) }
    }

    mutating func append(contentsOf findings: [Finding]) {
        for finding in findings { append(finding) }
    }
}
