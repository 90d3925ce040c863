/// A value of one of SQLite's storage classes, to bind to a parameter of a statement.
public enum Value: Hashable, Sendable {
    /// No value.
    case null
    /// A signed integer.
    case integer(Int64)
    /// A floating-point number; SQLite stores a NaN as NULL.
    case real(Double)
    /// Text in UTF-8; zero bytes are kept.
    case text(String)
}

extension Value {
    /// The number, or NULL where there is none.
    public static func real(_ number: Double?) -> Value { number.map(Value.real) ?? .null }

    /// The text, or NULL where there is none.
    public static func text(_ text: String?) -> Value { text.map(Value.text) ?? .null }
}
