extension JSONReader {
    /// A number as it is written: mantissa × 10^exponent.
    struct ScannedNumber {
        var range = 0..<0
        var mantissa: UInt64 = 0
        var exponent = 0
        var isNegative = false
        /// Whether all digits are in the mantissa.
        var isComplete = true
        /// Whether it is written without fraction and exponent.
        var isInteger = true
    }

    /// Reads a number within bounds, or `nil` for `null`.
    @inline(__always)
    mutating func number(
        _ bounds: JSONBounds = .finite,
        _ input: Span<UInt8>
    ) throws(MessageError) -> Double? {
        if let value = takeShort(bounds, input) { return value }
        guard try isNumber(input) else { return nil }
        let number = try scanNumber(input)
        let value = try value(of: number, input)
        guard bounds.contains(value) else { throw outside(bounds, number.range, input) }
        return value
    }

    /// Reads a number of at most fifteen digits, without an exponent, as nearly all are.
    ///
    /// - Returns: `nil` where nothing has been read, and the long way is to be gone.
    @inline(__always)
    private mutating func takeShort(_ bounds: JSONBounds, _ input: Span<UInt8>) -> Double? {
        var index = position
        // Python writes a space behind each colon.
        if index < input.count, input[index] == .space { index &+= 1 }
        let isNegative = index < input.count && input[index] == .minus
        if isNegative { index &+= 1 }
        let first = index
        var mantissa: UInt64 = 0
        Self.digits(of: input, &index, &mantissa)
        let whole = index &- first
        guard whole > 0, whole == 1 || input[first] != .zero else { return nil }
        var decimals = 0
        if index < input.count, input[index] == .dot {
            index &+= 1
            let start = index
            Self.digits(of: input, &index, &mantissa)
            decimals = index &- start
            guard decimals > 0 else { return nil }
        }
        // What follows is looked at again; an exponent belongs to the number.
        guard whole &+ decimals <= 15, index < input.count, input[index] | 0x20 != UInt8(ascii: "e") else {
            return nil
        }
        let magnitude = DecimalNumber.quotient(of: mantissa, decimals: decimals)
        let value = isNegative ? -magnitude : magnitude
        guard bounds.contains(value) else { return nil }
        position = index
        return value
    }

    /// Appends the digits at an index to the mantissa, which may overflow unnoticed, and passes over them.
    @inline(__always)
    private static func digits(of input: Span<UInt8>, _ index: inout Int, _ mantissa: inout UInt64) {
        while index < input.count {
            let digit = input[index] &- .zero
            guard digit < 10 else { break }
            mantissa = mantissa &* 10 &+ UInt64(digit)
            index &+= 1
        }
    }

    /// Reads a whole number within bounds, or `nil` for `null`; `8.0` and `8e0` are whole too.
    mutating func integer(
        _ bounds: JSONBounds = .finite,
        _ input: Span<UInt8>
    ) throws(MessageError) -> Int? {
        let start = position
        if let value = takeShort(bounds, input) {
            if let whole = Int(exactly: value) { return whole }
            position = start
        }
        guard try isNumber(input) else { return nil }
        let number = try scanNumber(input)
        let approximate = try value(of: number, input)
        let value: Int
        if number.isInteger, number.isComplete, let magnitude = Int(exactly: number.mantissa) {
            value = number.isNegative ? -magnitude : magnitude
        } else if let exact = Int(exactly: approximate) {
            value = exact
        } else {
            throw error("\(excerpt(number.range, input)) is not a whole number of 64 bits", input)
        }
        guard bounds.contains(approximate) else { throw outside(bounds, number.range, input) }
        return value
    }

    /// Whether a number is next; `false` after `null` has been read.
    @inline(__always)
    private mutating func isNumber(_ input: Span<UInt8>) throws(MessageError) -> Bool {
        guard let byte = peek(input) else { throw truncated(input) }
        if byte.isDigit || byte == .minus { return true }
        if try null(input) { return false }
        throw try unexpected(input, "a number")
    }

    private func outside(_ bounds: JSONBounds, _ range: Range<Int>, _ input: Span<UInt8>) -> MessageError {
        error("\(excerpt(range, input)) is not \(bounds.expectation)", input)
    }

    /// Reads the digits of a number, by the grammar of RFC 8259 section 6.
    @inline(__always)
    mutating func scanNumber(_ input: Span<UInt8>) throws(MessageError) -> ScannedNumber {
        var number = ScannedNumber()
        let start = position
        if position < input.count, input[position] == .minus {
            number.isNegative = true
            position &+= 1
        }
        let first = position
        let whole = scanDigits(input, &number.mantissa)
        guard whole > 0 else { throw syntax("a digit", input) }
        if whole > 1, input[first] == .zero {
            throw MessageError(offset: first, problem: "a number does not start with 0 and another digit")
        }
        var digits = whole
        if position < input.count, input[position] == .dot {
            position &+= 1
            let fraction = scanDigits(input, &number.mantissa)
            guard fraction > 0 else { throw syntax("a digit", input) }
            number.isInteger = false
            number.exponent = 0 &- fraction
            digits &+= fraction
        }
        if position < input.count, input[position] | 0x20 == UInt8(ascii: "e") {
            position &+= 1
            number.isInteger = false
            number.exponent &+= try scanExponent(input)
        }
        // Nineteen digits of any kind fit into 64 bits.
        number.isComplete = digits <= 19
        number.range = start..<position
        return number
    }

    /// Reads digits, appends them to the mantissa, which may overflow unnoticed, and returns how many there were.
    @inline(__always)
    private mutating func scanDigits(_ input: Span<UInt8>, _ mantissa: inout UInt64) -> Int {
        let start = position
        Self.digits(of: input, &position, &mantissa)
        return position &- start
    }

    private mutating func scanExponent(_ input: Span<UInt8>) throws(MessageError) -> Int {
        var isNegative = false
        if position < input.count, input[position] == .minus || input[position] == .plus {
            isNegative = input[position] == .minus
            position &+= 1
        }
        let start = position
        var exponent = 0
        while position < input.count, input[position].isDigit {
            // Far beyond any double already; the standard library decides what becomes of it.
            if exponent < 100_000 { exponent = exponent * 10 + Int(input[position] &- .zero) }
            position &+= 1
        }
        guard position > start else { throw syntax("a digit", input) }
        return isNegative ? -exponent : exponent
    }

    /// Makes the double of a number, correctly rounded.
    @inline(__always)
    func value(of number: ScannedNumber, _ input: Span<UInt8>) throws(MessageError) -> Double {
        if number.isComplete,
            let magnitude = DecimalNumber.double(mantissa: number.mantissa, exponent: number.exponent)
        {
            return number.isNegative ? -magnitude : magnitude
        }
        return try slowValue(of: number, input)
    }

    private func slowValue(of number: ScannedNumber, _ input: Span<UInt8>) throws(MessageError) -> Double {
        guard let value = Double(input.text(number.range)), value.isFinite else {
            throw error("\(excerpt(number.range, input)) is too large for a number", input)
        }
        return value
    }
}
