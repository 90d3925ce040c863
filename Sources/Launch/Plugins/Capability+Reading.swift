internal import Text

extension Capability {
    /// Reads a list of capabilities behind a key.
    static func readAll(_ key: String, _ fields: Fields, _ findings: inout Findings) -> [Capability] {
        (fields.strings(key, &findings) ?? []).compactMap { written in
            if let capability = Capability(rawValue: written.text) { return capability }
            let known = Capability.allCases.map(\.rawValue)
            findings.error(
                written.location,
                "unknown capability '\(written.text)'",
                advice: Suggestion.advice(for: written.text, among: known, "the capabilities are")
            )
            return nil
        }
    }
}
