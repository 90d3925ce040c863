extension Int {
    /// A count of things: `1 sentence`, `2 sentences`.
    ///
    /// - Parameters:
    ///   - one: the word for one of them.
    ///   - many: the word for none or several; without it, that for one with an `s`.
    /// - Returns: the number and the word.
    public func counted(_ one: String, _ many: String? = nil) -> String {
        self == 1 ? "1 \(one)" : "\(self) \(many ?? one + "s")"
    }
}
