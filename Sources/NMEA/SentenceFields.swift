/// One sentence as it came, cut into its fields without a copy of any of them.
///
/// Field 0 is the address (`GPRMC`), field 1 the first value. A field that is not there reads like an empty one.
public struct SentenceFields: Sendable {
    /// The most bytes a sentence may have, from after its start to before its checksum.
    ///
    /// NMEA 0183 allows 82 characters; high-precision and inertial receivers send twice that.
    public static let maximumLength = 512
    static let maximumFields = 64

    // Both are as long as they may ever get from the beginning: nothing is allocated later.
    // With room for what is written or read at once.
    var bytes = [UInt8](repeating: 0, count: maximumLength + FieldText.most)
    var starts = [UInt16](repeating: 0, count: maximumFields)
    /// The number of bytes.
    var length = 0

    /// The number of fields, the address among them.
    public internal(set) var count = 0
    /// Whether the sentence carried a checksum, and the right one.
    public internal(set) var isVerified = false
    /// The time a tag block in front of the sentence gives for its reception, Unix seconds.
    public internal(set) var tagTime: Double?
    /// Whether it began with `!` and not with `$`: encapsulated data.
    public internal(set) var isEncapsulated = false

    init() {}

    /// The sentence as text, from the address to the last field.
    public var text: String {
        String(decoding: bytes[0..<length], as: UTF8.self)
    }

    /// The bytes of a field as offsets.
    @inline(__always)
    func range(_ field: Int) -> Range<Int> {
        guard field < count else { return 0..<0 }
        let start = Int(starts[field])
        let end = field + 1 < count ? Int(starts[field + 1]) - 1 : length
        return start..<max(start, end)
    }

    /// Eight bytes from a place in the sentence on, the first in the lowest bits; what is behind the sentence is anything.
    @inline(__always)
    func word(at place: Int) -> UInt64 {
        let bytes = unsafe bytes.span.bytes
        return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Whether a field is empty or not there.
    public func isEmpty(_ field: Int) -> Bool { range(field).isEmpty }

    /// The only byte of a field, or `nil` when it has none or several.
    @inline(__always)
    public func letter(_ field: Int) -> UInt8? {
        let range = range(field)
        return range.count == 1 ? bytes[range.lowerBound] : nil
    }

    /// Whether it begins with a letter or a digit, as addresses do and what is left of a damaged sentence mostly does not.
    var hasAddress: Bool {
        guard length > 0 else { return false }
        let first = bytes[0]
        return first >= UInt8(ascii: "A") && first <= UInt8(ascii: "Z")
            || first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
    }

    // Writing, by the splitter alone.

    mutating func begin(encapsulated: Bool) {
        length = 0
        count = 1
        starts[0] = 0
        isVerified = false
        isEncapsulated = encapsulated
    }
}
