extension MagneticModel {
    /// Reads a release from the text of NOAA's coefficient file (`WMM.COF`).
    ///
    /// A head with epoch and name, 90 rows of `n m g h ġ ḣ` in the order of the degrees, and at least one line of
    /// nines that closes them. The error model of the declination is WMM2020's for that release, otherwise WMM2025's.
    /// - Throws: which line breaks these rules, and how.
    public init(coefficients text: some Collection<UInt8>) throws(NavigationError) {
        var scanner = CoefficientScanner(text)
        guard let epoch = scanner.number(), (1900...2100).contains(epoch), let name = scanner.word() else {
            throw NavigationError(
                line: 1,
                problem: "the head is not an epoch between 1900 and 2100 and a name"
            )
        }
        scanner.skipLine()
        var rows: [Row] = []
        rows.reserveCapacity(90)
        for degree in 1...Self.degree {
            for order in 0...degree { rows.append(try Row(&scanner, degree: degree, order: order)) }
        }
        guard let nines = scanner.word(), nines.utf8.count >= 8,
            nines.utf8.allSatisfy({ $0 == UInt8(ascii: "9") })
        else {
            throw NavigationError(
                line: scanner.line,
                problem: "the 90 rows are not closed by a line of nines"
            )
        }
        self.init(
            name: name,
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

    /// Reads a row and goes on to the next line.
    init(_ scanner: inout CoefficientScanner, degree: Int, order: Int) throws(NavigationError) {
        guard let n = scanner.number(), let m = scanner.number(), let g = scanner.number(),
            let h = scanner.number(), let gChange = scanner.number(), let hChange = scanner.number(),
            scanner.isAtEndOfLine
        else {
            throw NavigationError(
                line: scanner.line,
                problem: "this is not six numbers, n m g h and two changes, one of 90 rows"
            )
        }
        guard n == Double(degree), m == Double(order) else {
            throw NavigationError(
                line: scanner.line,
                problem: "this should be degree \(degree), order \(order)"
            )
        }
        self.init(g: g, h: h, gChange: gChange, hChange: hChange)
        scanner.skipLine()
    }
}
