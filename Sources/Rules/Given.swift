package import Messages

/// What somebody gave for a parameter or an argument, before it has the type that is wanted.
package indirect enum Given: Sendable {
    /// A text without a type: from the command line, or put together from `${…}`.
    case text(String)
    /// A value whose type was written.
    case value(Value)
    /// A list of these.
    case list([Given])

    /// What it is, for messages.
    package var kind: String {
        switch self {
        case .text(let text): "'\(text)'"
        case .value(let value): value.kind
        case .list: "a list"
        }
    }
}

extension Given {
    /// What somebody sent: a text has no type yet.
    package init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .value(.null)
            case .bool(let value): .value(.boolean(value))
            case .string(let text): .text(text)
            case .array(let values): .list(values.map(Given.init))
            case .number(let number):
                number.integer(Int.self).map { .value(.integer($0)) } ?? .value(.number(number.double))
            case .object: .value(.null)
            }
    }
}
