extension Parameter {
    /// Gives a value the type that is wanted; relative paths are seen from `folder`.
    ///
    /// - Throws: what is wrong, to be put behind the parameter's name.
    func accept(_ given: Given, folder: String) throws(ValueRule.Refusal) -> Value {
        let value = try rule.accept(given)
        guard rule.isPath else { return value }
        switch value {
        case .string(let text): return .string(Paths.resolve(text, from: folder))
        case .array(let values): return .array(values.map { .string(Paths.resolve($0.text, from: folder)) })
        default: return value
        }
    }

    /// What to do about a value that is not accepted, with the unit.
    func advice(_ refusal: ValueRule.Refusal) -> String {
        let unit = unit.map { " (\($0))" } ?? ""
        return refusal.advice + (refusal.advice.hasPrefix("give") ? unit : "")
    }
}
