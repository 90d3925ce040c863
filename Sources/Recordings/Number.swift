/// What recordings write in place of a number.
enum Number {
    /// Whether a text is one of the ways in which programs write that a number is infinite or none.
    static func isNotFinite(_ text: String) -> Bool {
        let name = text.lowercased().drop { $0 == "-" || $0 == "+" }
        return ["nan", "inf", "infinity"].contains(String(name))
    }
}
