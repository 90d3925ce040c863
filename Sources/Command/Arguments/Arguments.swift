/// What a command line gives a verb, checked and typed.
struct Arguments: Sendable {
    private var values: [String: [any Sendable]] = [:]

    /// Adds a value that was read for a parameter.
    mutating func add(_ value: any Sendable, for parameter: any Parameter) {
        values[parameter.name, default: []].append(value)
    }

    /// Whether a parameter was given.
    func has(_ parameter: any Parameter) -> Bool { values[parameter.name] != nil }

    /// The operand; nil where it is optional and was left out.
    func optional<Value>(_ operand: Operand<Value>) -> Value? {
        values[operand.name]?.first as? Value
    }

    /// The operand, which the parser has seen to be there.
    ///
    /// - Throws: that it is missing.
    func required<Value>(_ operand: Operand<Value>) throws(UsageError) -> Value {
        guard let value = optional(operand) else { throw UsageError("missing \(operand.name.uppercased())") }
        return value
    }

    /// All words of a repeated operand.
    func all<Value>(_ operand: Operand<Value>) -> [Value] {
        (values[operand.name] ?? []).compactMap { $0 as? Value }
    }

    /// The option's value, else its default.
    subscript<Value>(option: Option<Value>) -> Value? {
        values[option.name]?.last as? Value ?? option.fallback
    }

    /// All values of an option that may be repeated.
    func all<Value>(_ option: Option<Value>) -> [Value] {
        (values[option.name] ?? []).compactMap { $0 as? Value }
    }

    /// Whether the flag was given.
    subscript(flag: Flag) -> Bool { has(flag) }
}
