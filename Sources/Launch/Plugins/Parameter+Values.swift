internal import Rules

extension Parameter {
    /// What to do about a value that is not accepted, with the unit.
    func advice(_ refusal: ValueRule.Refusal) -> String {
        refusal.advice(unit: unit)
    }
}
