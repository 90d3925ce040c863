/// The values that a number of a payload may have.
struct JSONBounds {
    /// The least value.
    let lower: Double
    /// The greatest value, or the one that all values stay below.
    let upper: Double
    /// Whether the upper bound itself is allowed.
    let includesUpper: Bool

    private init(_ lower: Double, _ upper: Double, includesUpper: Bool = true) {
        self.lower = lower
        self.upper = upper
        self.includesUpper = includesUpper
    }

    static let finite = JSONBounds(-.greatestFiniteMagnitude, .greatestFiniteMagnitude)
    static let nonNegative = JSONBounds(0, .greatestFiniteMagnitude)
    static let quarterTurn = JSONBounds(-90, 90)
    static let halfTurn = JSONBounds(-180, 180)
    static let signedTurn = JSONBounds(-180, 180, includesUpper: false)
    static let fullTurn = JSONBounds(0, 360, includesUpper: false)
    static let angularAccuracy = JSONBounds(0, 180)
    static let mode = JSONBounds(2, 3)

    func contains(_ value: Double) -> Bool {
        value >= lower && (includesUpper ? value <= upper : value < upper)
    }

    /// What a value outside is said not to be, for example `between -90 and 90`.
    var expectation: String {
        if upper == .greatestFiniteMagnitude { return lower == 0 ? "0 or more" : "a finite number" }
        let (low, high) = (Int(lower), Int(upper))
        if !includesUpper { return "at least \(low) and below \(high)" }
        return high - low == 1 ? "\(low) or \(high)" : "between \(low) and \(high)"
    }
}
