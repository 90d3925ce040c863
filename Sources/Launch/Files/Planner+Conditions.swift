internal import Rules

extension Planner {
    /// Whether a node's `if` holds.
    mutating func isActive(_ condition: YAMLNode?, of entry: Declared) -> Bool {
        isActive(condition, scopes[entry.scope].substitution, of: "node '\(entry.node.name)'")
    }

    /// Whether an `if` holds: an argument, `not` one, or true or false.
    mutating func isActive(_ condition: YAMLNode?, _ substitution: Substitution, of owner: String) -> Bool {
        guard let condition else { return true }
        let advice = "give an argument of type boolean, or 'not' and one"
        guard case .scalar(let text, _) = condition.content else {
            findings.error(condition.location, "'if' of \(owner) is \(condition.kind)", advice: advice)
            return false
        }
        if case .boolean(let value) = Value(plain: text) { return value }
        let isNegated = text.hasPrefix("not ")
        var name = String(isNegated ? text.dropFirst(4) : Substring(text))
        if name.hasPrefix("${"), name.hasSuffix("}") { name = String(name.dropFirst(2).dropLast()) }
        let reference = YAMLNode(content: .scalar("${\(name)}", .quoted), location: condition.location)
        let before = findings.all.count
        switch substitution.given(reference, as: "'if'", &findings) {
        case .value(.boolean(let value)): return value != isNegated
        case .text("true"): return !isNegated
        case .text("false"): return isNegated
        case .some(let other):
            findings.error(condition.location, "'if' of \(owner) is \(other.kind)", advice: advice)
            return false
        case nil: return before == findings.all.count
        }
    }
}
