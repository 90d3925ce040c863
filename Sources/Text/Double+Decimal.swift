extension Double {
    /// The number that is written in decimal digits; `nil` for anything else, nan, inf and hexadecimal included.
    ///
    /// A sign, a point and an exponent may be among them. Too large a number is infinite, as IEEE 754 rounds it.
    @inlinable public init?(decimal text: some StringProtocol) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
                continue
            default: return nil
            }
        }
        self.init(text)
    }
}
