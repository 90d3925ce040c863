/// Appends a JSON object to a buffer, member by member, without spaces.
///
/// It takes the buffer's storage over until ``end(_:)`` gives it back, so that nothing is copied.
/// What is `nil` and what is not finite is left out: unknown is absent.
struct JSONWriter {
    /// The buffer so far.
    var bytes: [UInt8] = []
    private let start: Int

    /// Starts an object behind what a buffer holds.
    init(_ buffer: inout [UInt8]) {
        swap(&bytes, &buffer)
        start = bytes.count
    }

    /// Ends the object and gives the buffer back.
    mutating func end(_ buffer: inout [UInt8]) {
        Self.close(&bytes, from: start)
        swap(&bytes, &buffer)
    }

    /// Writes a member that is an object, if there is one.
    mutating func object(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        var nested = JSONWriter(&bytes)
        write(&nested)
        nested.end(&bytes)
    }

    /// Writes a member that is an array of objects.
    mutating func array<Element>(
        _ key: StaticString,
        of elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        self.key(key)
        bytes.append(.openBracket)
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(.comma) }
            var nested = JSONWriter(&bytes)
            write(element, &nested)
            nested.end(&bytes)
        }
        bytes.append(.closeBracket)
    }

    /// Writes a number, if it is known.
    @inline(__always)
    mutating func number(_ key: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        guard let (digits, decimals) = DecimalNumber.decimals(of: value.magnitude) else {
            self.key(key)
            bytes.appendJSON(value)
            return
        }
        unsafe write(key, roomForMore: ByteCursor.longestDecimal) { cursor in
            unsafe cursor.append(decimal: digits, decimals, isNegative: value.sign == .minus)
        }
    }

    /// Writes a whole number, if it is known.
    mutating func integer(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        self.key(key)
        bytes.appendJSON(value)
    }

    /// Writes a truth value, if it is known.
    mutating func bool(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes text, if there is some.
    mutating func string(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        bytes.appendJSON(value)
    }

    /// Writes the name of a case, if it is known.
    mutating func name<Name: RawRepresentable<String>>(_ key: StaticString, _ value: Name?) {
        string(key, value?.rawValue)
    }

    /// Writes a key with the comma in front of it; the first comma becomes the brace in the end.
    private mutating func key(_ key: StaticString) { unsafe write(key, roomForMore: 0) { _ in } }

    /// Writes a key and what follows it into memory that is asked for once.
    @inline(__always)
    private mutating func write(
        _ key: StaticString,
        roomForMore room: Int,
        _ rest: (inout ByteCursor) -> Void
    ) {
        bytes.append(addingCapacity: key.utf8CodeUnitCount &+ 4 &+ room) { output in
            // Sound: the capacity was asked for, and a static string's bytes live for ever.
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                guard let start = buffer.baseAddress else { return }
                var cursor = unsafe ByteCursor(UnsafeMutableRawPointer(start + initialized))
                unsafe cursor.append(key: key)
                unsafe rest(&cursor)
                initialized = unsafe cursor.position - UnsafeMutableRawPointer(start)
            }
        }
    }

    private static func close(_ bytes: inout [UInt8], from start: Int) {
        if bytes.count == start {
            bytes.append(.openBrace)
        } else {
            bytes[start] = .openBrace
        }
        bytes.append(.closeBrace)
    }
}
