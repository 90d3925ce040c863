/// Numbers as recordings write them: decimal, with a point.
enum Number {
    /// The number that is written in decimal digits; `nil` for anything else, the names of infinity and of no number included.
    ///
    /// Too large a number is infinite, as IEEE 754 rounds it.
    static func parse(_ text: some StringProtocol) -> Double? {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                continue
            default: return nil
            }
        }
        return Double(text)
    }

    /// Whether a text is one of the ways in which programs write that a number is infinite or none.
    static func isNotFinite(_ text: String) -> Bool {
        let name = text.lowercased().drop { $0 == "-" || $0 == "+" }
        return ["nan", "inf", "infinity"].contains(String(name))
    }
}
