/// Reads the JSON object of a payload from front to back, RFC 8259, without making anything of it but its values.
///
/// The reader knows its place; the bytes are handed to each call. `null` is read as `nil`.
struct JSONReader {
    /// The deepest nesting that is read.
    static let deepest = 64

    /// The next byte to be read.
    var position = 0
    /// The key of the value being read, without its quotation marks.
    var key = 0..<0
    /// How many objects and arrays are open.
    var depth = 0
    private var isFirst = false
    private var hint = 0

    /// Enters the object that the whole payload is.
    /// - Throws: what the payload is instead.
    mutating func openPayload(_ input: Span<UInt8>) throws(MessageError) {
        guard let byte = peek(input) else { throw MessageError(problem: "the payload is empty") }
        guard byte == .openBrace else {
            let found = try describeValue(input)
            throw MessageError(problem: "the payload is \(found), not an object")
        }
        try open()
    }

    /// Reads the members of an object that is a member itself; `false` for `null`.
    mutating func object(
        _ input: Span<UInt8>,
        _ body: (inout JSONReader, Span<UInt8>) throws(MessageError) -> Void
    ) throws(MessageError) -> Bool {
        guard let byte = peek(input) else { throw truncated(input) }
        guard byte == .openBrace else {
            if try null(input) { return false }
            throw try unexpected(input, "an object")
        }
        let (outerKey, outerHint) = (key, hint)
        hint = 0
        do {
            try open()
            try body(&self, input)
        } catch {
            throw error.below(keyText(outerKey, input))
        }
        (key, hint, isFirst) = (outerKey, outerHint, false)
        return true
    }

    /// Reads the elements of an array that is a member; `false` for `null`.
    mutating func array(
        _ input: Span<UInt8>,
        _ element: (inout JSONReader, Span<UInt8>) throws(MessageError) -> Void
    ) throws(MessageError) -> Bool {
        guard let byte = peek(input) else { throw truncated(input) }
        guard byte == .openBracket else {
            if try null(input) { return false }
            throw try unexpected(input, "an array")
        }
        let (outerKey, outerHint) = (key, hint)
        try open()
        var index = 0
        while try nextElement(input) {
            hint = 0
            do {
                try element(&self, input)
            } catch {
                throw error.below("\(keyText(outerKey, input))[\(index)]")
            }
            index += 1
        }
        (key, hint, isFirst) = (outerKey, outerHint, false)
        return true
    }

    /// Enters the object that an element of an array is.
    mutating func openElement(_ input: Span<UInt8>) throws(MessageError) {
        guard let byte = peek(input) else { throw truncated(input) }
        guard byte == .openBrace else {
            throw MessageError(problem: "\(try describeValue(input)) is not an object")
        }
        try open()
    }

    /// Reads up to the next value with a known key, passing over all others; `nil` at the end of the object.
    @inline(__always)
    mutating func next<Key>(_ keys: JSONKeys<Key>, _ input: Span<UInt8>) throws(MessageError) -> Key? {
        if let known = takeKnown(keys, input) { return keys.entries[known].key }
        while true {
            guard try nextMember(input) else { return nil }
            let index: Int?
            if let known = keys.match(input, at: position, from: hint) {
                key = position..<(position &+ keys.entries[known].length)
                position = key.upperBound &+ 1
                index = known
            } else {
                let name = try scanString(input)
                key = name.range
                index = name.isPlain ? nil : keys.match(try text(of: name, input))
            }
            try expectColon(input)
            if let index {
                hint = index &+ 1
                return keys.entries[index].key
            }
            try skipValue(input)
        }
    }

    /// Reads up to the next value where its key is known and nothing stands between, as nearly always.
    ///
    /// - Returns: the key's index; `nil` where nothing has been read, and the long way is to be gone.
    @inline(__always)
    private mutating func takeKnown<Key>(_ keys: JSONKeys<Key>, _ input: Span<UInt8>) -> Int? {
        let start = position &+ 2
        guard !isFirst, start < input.count, input[position] == .comma, input[position &+ 1] == .quote,
            let known = keys.match(input, at: start, from: hint)
        else { return nil }
        let end = start &+ keys.entries[known].length
        guard end &+ 1 < input.count, input[end &+ 1] == .colon else { return nil }
        key = start..<end
        position = end &+ 2
        hint = known &+ 1
        return known
    }

    /// Enters an object or array whose first byte is next.
    mutating func open() throws(MessageError) {
        guard depth < Self.deepest else {
            throw MessageError(offset: position, problem: "nested deeper than \(Self.deepest) levels")
        }
        depth &+= 1
        position &+= 1
        isFirst = true
    }

    /// Goes to behind the opening quotation mark of the next key; `false` at the end of the object.
    @inline(__always)
    mutating func nextMember(_ input: Span<UInt8>) throws(MessageError) -> Bool {
        guard var byte = peek(input) else { throw truncated(input) }
        if byte == .closeBrace {
            try close(input)
            return false
        }
        if isFirst {
            isFirst = false
        } else {
            guard byte == .comma else { throw syntax("',' or '}'", input) }
            position &+= 1
            guard let next = peek(input) else { throw truncated(input) }
            byte = next
        }
        guard byte == .quote else { throw syntax("a key", input) }
        position &+= 1
        return true
    }

    /// Goes to the next element; `false` at the end of the array.
    mutating func nextElement(_ input: Span<UInt8>) throws(MessageError) -> Bool {
        guard let byte = peek(input) else { throw truncated(input) }
        if byte == .closeBracket {
            try close(input)
            return false
        }
        if isFirst {
            isFirst = false
            return true
        }
        guard byte == .comma else { throw syntax("',' or ']'", input) }
        position &+= 1
        return true
    }

    /// Reads the colon behind a key.
    @inline(__always)
    mutating func expectColon(_ input: Span<UInt8>) throws(MessageError) {
        guard let byte = peek(input) else { throw truncated(input) }
        guard byte == .colon else { throw syntax("':'", input) }
        position &+= 1
    }

    /// Makes sure that nothing but white space follows.
    mutating func finish(_ input: Span<UInt8>) throws(MessageError) {
        if peek(input) != nil { throw syntax("the end", input) }
    }

    private mutating func close(_ input: Span<UInt8>) throws(MessageError) {
        position &+= 1
        depth &-= 1
        isFirst = false
        if depth == 0 { try finish(input) }
    }

    /// Passes over white space and returns the next byte without reading it; `nil` at the end.
    @inline(__always)
    mutating func peek(_ input: Span<UInt8>) -> UInt8? {
        while position < input.count {
            let byte = input[position]
            switch byte {
            case .space, .newline, .carriageReturn, .tab: position &+= 1
            default: return byte
            }
        }
        return nil
    }
}
