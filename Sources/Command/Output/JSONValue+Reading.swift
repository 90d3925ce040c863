internal import Messages

extension JSONValue {
    /// The number, where it is one.
    var number: Double? { if case .number(let number) = self { number.double } else { nil } }

    /// The text, where it is one.
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
