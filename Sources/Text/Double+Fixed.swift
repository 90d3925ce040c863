extension Double {
    /// The number in decimal notation with a fixed count of digits after the point, rounded half away from zero.
    ///
    /// Rounds the shortest decimal that means this number, so that `1.115.fixed(2)` is `1.12`. Never in exponent
    /// notation, never `-0`, independent of the locale. What is not finite is `nan`, `inf` or `-inf`.
    ///
    /// - Parameters:
    ///   - decimals: how many digits after the point, taken as between 0 and 17.
    ///   - separator: what stands between groups of three digits before the point.
    /// - Returns: the digits, with a minus sign where the rounded number is below 0.
    public func fixed(_ decimals: Int, grouping separator: String = "") -> String {
        guard isFinite else { return isNaN ? "nan" : self < 0 ? "-inf" : "inf" }
        let decimals = Swift.min(Swift.max(decimals, 0), 17)
        var digits = DecimalDigits(of: self)
        digits.round(toDecimals: decimals)
        let whole = digits.whole.grouped(by: separator)
        let sign = self < 0 && !digits.isZero ? "-" : ""
        return decimals == 0 ? sign + whole : sign + whole + "." + digits.fraction(decimals)
    }

    /// An angle in [0, 360) with a fixed count of digits after the point, in which what rounds up to 360 is 0.
    public func fixedBearing(_ decimals: Int) -> String {
        let text = fixed(decimals)
        return text == 360.0.fixed(decimals) ? 0.0.fixed(decimals) : text
    }
}

extension String {
    /// A row of digits with a separator between groups of three, counted from the end.
    fileprivate func grouped(by separator: String) -> String {
        guard !separator.isEmpty, utf8.count > 3 else { return self }
        var result = ""
        var left = utf8.count
        for digit in self {
            result.append(digit)
            left -= 1
            if left > 0, left % 3 == 0 { result += separator }
        }
        return result
    }
}

/// The digits of a number: 0.d₁d₂d₃… · 10^exponent.
private struct DecimalDigits {
    private var digits: [UInt8] = []
    private var exponent = 0

    /// Takes the digits of the shortest decimal that means a finite number.
    init(of number: Double) {
        var seenPoint = false
        var description = number.magnitude.description[...]
        if let mark = description.firstIndex(of: "e") {
            exponent = Int(description[description.index(after: mark)...]) ?? 0
            description = description[..<mark]
        }
        for byte in description.utf8 {
            if byte == UInt8(ascii: ".") {
                seenPoint = true
            } else {
                digits.append(byte &- UInt8(ascii: "0"))
                if !seenPoint { exponent += 1 }
            }
        }
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        exponent -= zeros
    }

    var isZero: Bool { digits.allSatisfy { $0 == 0 } }

    mutating func round(toDecimals decimals: Int) {
        let kept = exponent + decimals
        guard kept < digits.count else { return }
        guard kept >= 0 else {
            digits = []
            return
        }
        let up = digits[kept] >= 5
        digits.removeSubrange(kept...)
        guard up else { return }
        var index = kept - 1
        while index >= 0, digits[index] == 9 {
            digits[index] = 0
            index -= 1
        }
        if index >= 0 {
            digits[index] += 1
        } else {
            digits.insert(1, at: 0)
            exponent += 1
        }
    }

    /// The digits before the point, at least one.
    var whole: String {
        guard exponent > 0, !isZero else { return "0" }
        return text(0..<exponent)
    }

    /// The first digits after the point.
    func fraction(_ count: Int) -> String { text(exponent..<exponent + count) }

    private func text(_ positions: Range<Int>) -> String {
        String(
            decoding: positions.map { position in
                UInt8(ascii: "0") + (digits.indices.contains(position) ? digits[position] : 0)
            },
            as: UTF8.self
        )
    }
}
