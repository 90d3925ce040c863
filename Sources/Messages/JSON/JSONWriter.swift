/// Writes a JSON object behind what a buffer holds, member by member, without spaces.
///
/// What is `nil` and what is not finite is left out: unknown is absent. Members are gathered in a window of the stack,
/// and go to the buffer when that is full or the object ends.
@safe struct JSONWriter: ~Copyable {
    private static let windowSize = 512

    private var bytes: [UInt8] = []
    private let window: UnsafeMutableRawBufferPointer
    private var cursor: ByteCursor
    /// Whether the object that is being written has a member.
    private var hasMembers = false

    /// Writes an object.
    static func object(in buffer: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        // Sound: the writer does not outlive the window.
        unsafe withUnsafeTemporaryAllocation(byteCount: windowSize, alignment: 16) { window in
            guard let start = window.baseAddress else { return }
            var json = unsafe JSONWriter(window: window, cursor: ByteCursor(start))
            // Taken over and given back, so that nothing is copied.
            swap(&json.bytes, &buffer)
            body(&json)
            json.close()
            json.flush()
            swap(&json.bytes, &buffer)
        }
    }

    private init(window: UnsafeMutableRawBufferPointer, cursor: ByteCursor) {
        unsafe self.window = window
        unsafe self.cursor = cursor
    }

    /// Writes a member that is an object.
    mutating func object(_ key: StaticString, _ write: (inout JSONWriter) -> Void) {
        self.key(key)
        nest(write)
    }

    /// Writes a member that is an array of objects.
    mutating func array<Element>(
        _ key: StaticString,
        of elements: [Element],
        _ write: (Element, inout JSONWriter) -> Void
    ) {
        self.key(key)
        append(.openBracket)
        for (index, element) in elements.enumerated() {
            if index > 0 { append(.comma) }
            nest { json in write(element, &json) }
        }
        append(.closeBracket)
    }

    /// Writes a number, if it is known.
    @inline(__always)
    mutating func number(_ key: StaticString, _ value: Double?) {
        guard let value, value.isFinite else { return }
        self.key(key)
        append(value)
    }

    // A function of its own, so that what is inlined into every kind of message is the key alone.
    @inline(never)
    private mutating func append(_ value: Double) {
        if let (digits, decimals) = DecimalNumber.decimals(of: value.magnitude) {
            makeRoom(for: unsafe ByteCursor.longestDecimal)
            unsafe cursor.append(decimal: digits, decimals, isNegative: value.sign == .minus)
        } else if let shortest = ShortestDecimal(value.magnitude) {
            makeRoom(for: unsafe ByteCursor.longestDecimal)
            unsafe cursor.append(shortest, isNegative: value.sign == .minus)
        } else {
            flush()
            bytes.append(contentsOf: value.description.utf8)
        }
    }

    /// Writes a whole number, if it is known.
    mutating func integer(_ key: StaticString, _ value: Int?) {
        guard let value else { return }
        self.key(key)
        if value >= 0, value < 10 {
            append(.zero + UInt8(truncatingIfNeeded: value))
        } else if value >= 0, value < 100 {
            append(.zero + UInt8(truncatingIfNeeded: value / 10))
            append(.zero + UInt8(truncatingIfNeeded: value % 10))
        } else {
            flush()
            bytes.appendJSON(value)
        }
    }

    /// Writes a whole number that may be beyond what is signed.
    mutating func integer(_ key: StaticString, _ value: UInt64) {
        if let signed = Int(exactly: value) { return integer(key, signed) }
        self.key(key)
        flush()
        bytes.append(contentsOf: value.description.utf8)
    }

    /// Writes a truth value, if it is known.
    mutating func bool(_ key: StaticString, _ value: Bool?) {
        guard let value else { return }
        self.key(key)
        flush()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    /// Writes text, if there is some.
    mutating func string(_ key: StaticString, _ value: String?) {
        guard let value else { return }
        self.key(key)
        let isWritten = unsafe value.utf8.withContiguousStorageIfAvailable { text in
            guard text.count < Self.windowSize / 2, unsafe text.allSatisfy(\.isPlainInJSON) else {
                return false
            }
            makeRoom(for: text.count &+ 2)
            unsafe cursor.append(.quote)
            unsafe cursor.append(text)
            unsafe cursor.append(.quote)
            return true
        }
        if isWritten == true { return }
        flush()
        bytes.appendJSON(value)
    }

    /// Writes the name of a case, if it is known.
    mutating func name<Name: RawRepresentable<String>>(_ key: StaticString, _ value: Name?) {
        string(key, value?.rawValue)
    }

    private mutating func nest(_ write: (inout JSONWriter) -> Void) {
        hasMembers = false
        write(&self)
        close()
    }

    private mutating func close() {
        if !hasMembers { append(.openBrace) }
        append(.closeBrace)
        hasMembers = true
    }

    @inline(__always)
    private mutating func key(_ key: StaticString) {
        makeRoom(for: key.utf8CodeUnitCount &+ 4)
        unsafe cursor.append(hasMembers ? .comma : .openBrace)
        unsafe cursor.append(key: key)
        hasMembers = true
    }

    private mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe cursor.append(byte)
    }

    /// Makes sure that some bytes, fewer than the window has, can be written without a look.
    @inline(__always)
    private mutating func makeRoom(for count: Int) {
        if written &+ count > Self.windowSize { flush() }
    }

    private var written: Int {
        guard let start = unsafe window.baseAddress else { return 0 }
        return unsafe cursor.position - start
    }

    private mutating func flush() {
        guard let start = unsafe window.baseAddress else { return }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: window[..<written]))
        unsafe cursor = ByteCursor(start)
    }
}
