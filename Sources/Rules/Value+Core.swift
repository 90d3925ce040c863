extension Value {
    /// Resolves a plain scalar by the core schema of YAML 1.2.2, section 10.3.2: `no` and `on` are strings.
    ///
    /// Infinities and NaN, which JSON cannot carry, and integers beyond 64 bits stay strings.
    package init(plain text: String) {
        switch text {
        case "", "~", "null", "Null", "NULL": self = .null
        case "true", "True", "TRUE": self = .boolean(true)
        case "false", "False", "FALSE": self = .boolean(false)
        default: self = Self.number(text) ?? .string(text)
        }
    }

    /// Reads an integer (decimal, `0o17`, `0x1F`) or a decimal number with fraction or exponent.
    package static func number(_ text: String) -> Value? {
        if text.hasPrefix("0x") { return unsigned(text.dropFirst(2), radix: 16) }
        if text.hasPrefix("0o") { return unsigned(text.dropFirst(2), radix: 8) }
        guard isDecimal(text) else { return nil }
        if text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }) {
            return Int(text).map(Value.integer)
        }
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }

    private static func unsigned(_ digits: Substring, radix: Int) -> Value? {
        guard let first = digits.first, first != "+", first != "-" else { return nil }
        return Int(digits, radix: radix).map(Value.integer)
    }

    // [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
    private static func isDecimal(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        func digits() -> Int {
            let count = rest.prefix(while: isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        func take(_ bytes: String) -> Bool {
            guard let first = rest.first, bytes.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("+-")
        let whole = digits()
        let fraction = take(".") ? digits() : 0
        guard whole + fraction > 0 else { return false }
        if take("eE") {
            _ = take("+-")
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
