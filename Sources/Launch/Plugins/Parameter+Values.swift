extension Parameter {
    /// What to do about a value that is not accepted, with the unit.
    func advice(_ refusal: ValueRule.Refusal) -> String {
        let unit = unit.map { " (\($0))" } ?? ""
        return refusal.advice + (refusal.advice.hasPrefix("give") ? unit : "")
    }
}
