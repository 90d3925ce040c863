extension MagneticModel {
    /// Reads a release from the text of NOAA's coefficient file (`WMM.COF`).
    ///
    /// A head with epoch and name, 90 rows of `n m g h ġ ḣ` in the order of the degrees, and at least one line of
    /// nines that closes them. The error model of the declination is WMM2020's for that release, otherwise WMM2025's.
    /// - Throws: which line breaks these rules, and how.
    public init(coefficients text: some Collection<UInt8>) throws(NavigationError) {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated().makeIterator()
        let words = lines.next()?.element.split(whereSeparator: isBlank) ?? []
        guard words.count >= 2, let epoch = decimal(words[0]), (1900...2100).contains(epoch) else {
            throw NavigationError(line: 1, problem: "the head is not an epoch between 1900 and 2100 and a name")
        }
        var rows: [Row] = []
        rows.reserveCapacity(90)
        for degree in 1...Self.degree {
            for order in 0...degree {
                guard let (offset, line) = lines.next() else {
                    throw NavigationError(
                        line: nil,
                        problem: "there are \(rows.count) rows of coefficients instead of 90"
                    )
                }
                rows.append(try Row(line, number: offset + 1, degree: degree, order: order))
            }
        }
        let nines = lines.next()?.element.filter { !isBlank($0) } ?? []
        guard nines.count >= 8, nines.allSatisfy({ $0 == UInt8(ascii: "9") }) else {
            throw NavigationError(line: 92, problem: "the 90 rows are not closed by a line of nines")
        }
        self.init(
            name: String(decoding: words[1], as: UTF8.self),
            epoch: epoch,
            errors: .ofRelease(epoch: epoch),
            terms: Self.terms(of: rows)
        )
    }

    /// Sorts rows by order, and adds the factors of the recursion.
    private static func terms(of rows: [Row]) -> [Term] {
        var terms: [Term] = []
        terms.reserveCapacity(91)
        for m in 0...degree {
            for n in m...degree {
                // The row of degree n and order m is number n(n+1)/2 + m − 1; degree 0 has none.
                let row = n == 0 ? Row.zero : rows[n * (n + 1) / 2 + m - 1]
                let root = Double(n * n - m * m).squareRoot()
                terms.append(
                    Term(
                        g: row.g,
                        h: row.h,
                        gChange: row.gChange,
                        hChange: row.hChange,
                        ahead: n > m ? Double(2 * n - 1) / root : 0,
                        behind: n > m + 1 ? Double((n - 1) * (n - 1) - m * m).squareRoot() / root : 0
                    )
                )
            }
        }
        return terms
    }
}

extension MagneticModel.DeclinationError {
    /// The published error model of a release.
    ///
    /// WMM2025: √(0.26² + (5417/H)²); WMM2020: √(0.26² + (5625/H)²). From the error models in the two releases'
    /// technical reports (NOAA/NCEI and BGS, 2024 and 2020).
    static func ofRelease(epoch: Double) -> MagneticModel.DeclinationError {
        .init(base: 0.26, slope: epoch == 2020 ? 5625 : 5417)
    }
}

/// One row of a coefficient file.
private struct Row {
    let g: Double
    let h: Double
    let gChange: Double
    let hChange: Double

    static let zero = Row(g: 0, h: 0, gChange: 0, hChange: 0)

    private init(g: Double, h: Double, gChange: Double, hChange: Double) {
        self.g = g
        self.h = h
        self.gChange = gChange
        self.hChange = hChange
    }

    init(_ line: some Collection<UInt8>, number: Int, degree: Int, order: Int) throws(NavigationError) {
        let words = line.split(whereSeparator: isBlank)
        let values = words.compactMap { decimal($0) }
        guard words.count == 6, values.count == 6 else {
            throw NavigationError(line: number, problem: "this is not six numbers: n m g h and two changes")
        }
        guard values[0] == Double(degree), values[1] == Double(order) else {
            throw NavigationError(
                line: number,
                problem: "this should be degree \(degree), order \(order)"
            )
        }
        self.init(g: values[2], h: values[3], gChange: values[4], hChange: values[5])
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
}

/// The value of `-12.5`; `nil` for anything but digits with at most one point and a sign, at most 15 digits.
private func decimal(_ text: some Collection<UInt8>) -> Double? {
    var (digits, divisor, value) = (0, 1, 0)
    var (isNegative, hasPoint) = (false, false)
    for (position, byte) in text.enumerated() {
        switch byte {
        case UInt8(ascii: "-") where position == 0: isNegative = true
        case UInt8(ascii: ".") where !hasPoint: hasPoint = true
        case UInt8(ascii: "0")...UInt8(ascii: "9") where digits < 15:
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            digits += 1
            if hasPoint { divisor *= 10 }
        default: return nil
        }
    }
    guard digits > 0 else { return nil }
    // Both are whole numbers below 2^53, so that the quotient is rounded once.
    return (isNegative ? -1 : 1) * Double(value) / Double(divisor)
}
