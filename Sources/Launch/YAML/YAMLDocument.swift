internal import CYAML

/// Reads the one document of a YAML file.
///
/// Aliases are allowed and cost nothing but what they expand to, which is bounded like the rest of the document.
struct YAMLDocument: ~Copyable {
    /// The most bytes that a file may have.
    static let maximumBytes = 1 << 20
    /// The most nodes that a document may have, those of aliases counted each time.
    static let maximumNodes = 20_000
    /// How deep lists and mappings may nest.
    static let maximumDepth = 32

    /// What some editors write in front of UTF-8.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private let file: String
    private let text: ArraySlice<UInt8>
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private var anchors: [String: (node: YAMLNode, size: Int)] = [:]
    private var nodes = 0
    private var findings: [Finding] = []

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: the file's content.
    ///   - file: its path.
    ///   - beginning: what such a file begins with, for who has an empty one.
    /// - Returns: the document, unless a fault in the form keeps it from being read, and what is wrong with it.
    static func read(
        _ bytes: [UInt8],
        file: String,
        beginning: String = ""
    ) -> (node: YAMLNode?, findings: [Finding]) {
        if bytes.count > maximumBytes {
            let problem = "the file has more than \(maximumBytes) bytes"
            return (
                nil, [Finding(at: SourceLocation(file: file), problem, advice: "split it with 'include'")]
            )
        }
        if let location = invalidUTF8(bytes, file: file) {
            return (nil, [Finding(at: location, "not UTF-8", advice: "save the file as UTF-8")])
        }
        let text = bytes.starts(with: byteOrderMark) ? bytes.dropFirst(byteOrderMark.count) : bytes[...]
        var document = YAMLDocument(text, file: file)
        do throws(Finding) {
            let node = try text.withUnsafeBufferPointer { buffer throws(Finding) in
                if let start = buffer.baseAddress {
                    yaml_parser_set_input_string(document.parser, start, buffer.count)
                }
                return try document.readStream(isEmpty: buffer.isEmpty, beginning: beginning)
            }
            return (node, document.findings)
        } catch {
            return (nil, document.findings + [error])
        }
    }

    private init(_ text: ArraySlice<UInt8>, file: String) {
        self.file = file
        self.text = text
        parser = .allocate(capacity: 1)
        parser.initialize(to: yaml_parser_t())
        yaml_parser_initialize(parser)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    private mutating func readStream(isEmpty: Bool, beginning: String) throws(Finding) -> YAMLNode {
        let empty = Finding(
            at: SourceLocation(file: file),
            "the file is empty",
            advice: beginning.isEmpty ? "" : "start with '\(beginning)'"
        )
        if isEmpty { throw empty }
        _ = try next()  // stream start
        guard case .documentStart = try next() else { throw empty }
        let root = try readNode(from: next(), depth: 0)
        _ = try next()  // document end
        if case .documentStart(let location) = try next() {
            throw Finding(at: location, "a second document", advice: "keep one document in a file")
        }
        return root
    }

    private mutating func readNode(from event: Event, depth: Int) throws(Finding) -> YAMLNode {
        let before = nodes
        nodes += 1
        guard nodes <= Self.maximumNodes else {
            throw Finding(
                at: event.location,
                "more than \(Self.maximumNodes) values",
                advice: "aliases count each time"
            )
        }
        guard depth <= Self.maximumDepth else {
            throw Finding(at: event.location, "nested deeper than \(Self.maximumDepth) levels")
        }
        let node: YAMLNode
        switch event {
        case .scalar(let text, let style, _, let location):
            node = YAMLNode(content: .scalar(text, style), location: location)
        case .sequenceStart(_, let location):
            node = YAMLNode(content: .sequence(try readSequence(depth: depth)), location: location)
        case .mappingStart(_, let location):
            node = YAMLNode(content: .mapping(try readMapping(depth: depth)), location: location)
        case .alias(let name, let location):
            guard let anchor = anchors[name] else {
                throw Finding(at: location, "no anchor '&\(name)' before this alias")
            }
            nodes += anchor.size
            node = anchor.node
        case .documentStart(let location), .end(let location):
            throw Finding(at: location, "a value is missing")
        }
        if let anchor = event.anchor { anchors[anchor] = (node, nodes - before) }
        return node
    }

    private mutating func readSequence(depth: Int) throws(Finding) -> [YAMLNode] {
        var elements: [YAMLNode] = []
        while true {
            let event = try next()
            if case .end = event { return elements }
            elements.append(try readNode(from: event, depth: depth + 1))
        }
    }

    private mutating func readMapping(depth: Int) throws(Finding) -> [YAMLNode.Entry] {
        var entries: [YAMLNode.Entry] = []
        var lines: [String: Int] = [:]
        while true {
            let event = try next()
            if case .end = event { return entries }
            guard case .scalar(let key, _, _, let location) = event else {
                throw Finding(at: event.location, "a key that is no text", advice: "write it as 'key: value'")
            }
            let value = try readNode(from: next(), depth: depth + 1)
            if let line = lines[key] {
                let problem = "key '\(key)' is given twice"
                findings.append(Finding(at: location, problem, advice: "it is in line \(line) already"))
            } else {
                lines[key] = location.line
                entries.append(YAMLNode.Entry(key: key, keyLocation: location, value: value))
            }
        }
    }
}

extension YAMLDocument {
    private enum Event {
        case documentStart(SourceLocation)
        case scalar(String, YAMLNode.Style, anchor: String?, SourceLocation)
        case sequenceStart(anchor: String?, SourceLocation)
        case mappingStart(anchor: String?, SourceLocation)
        case alias(String, SourceLocation)
        case end(SourceLocation)

        var location: SourceLocation {
            switch self {
            case .documentStart(let location), .scalar(_, _, _, let location),
                .sequenceStart(_, let location),
                .mappingStart(_, let location), .alias(_, let location), .end(let location):
                location
            }
        }

        var anchor: String? {
            switch self {
            case .scalar(_, _, let anchor, _), .sequenceStart(let anchor, _), .mappingStart(let anchor, _):
                anchor
            case .documentStart, .alias, .end: nil
            }
        }
    }

    private mutating func next() throws(Finding) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw fault() }
        defer { yaml_event_delete(&event) }
        let location = location(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart(location)
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            try refuseTag(scalar.tag, at: location)
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let style: YAMLNode.Style = scalar.style == YAML_PLAIN_SCALAR_STYLE ? .plain : .quoted
            return .scalar(
                String(decoding: bytes, as: UTF8.self),
                style,
                anchor: text(scalar.anchor),
                location
            )
        case YAML_SEQUENCE_START_EVENT:
            try refuseTag(event.data.sequence_start.tag, at: location)
            return .sequenceStart(anchor: text(event.data.sequence_start.anchor), location)
        case YAML_MAPPING_START_EVENT:
            try refuseTag(event.data.mapping_start.tag, at: location)
            return .mappingStart(anchor: text(event.data.mapping_start.anchor), location)
        case YAML_ALIAS_EVENT: return .alias(text(event.data.alias.anchor) ?? "", location)
        default: return .end(location)
        }
    }

    private func refuseTag(_ tag: UnsafeMutablePointer<yaml_char_t>?, at location: SourceLocation)
        throws(Finding)
    {
        guard let tag = text(tag) else { return }
        throw Finding(at: location, "tag '\(tag)' is not supported", advice: "put a text in quotes instead")
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private func location(_ mark: yaml_mark_t) -> SourceLocation {
        SourceLocation(file: file, line: Int(clamping: mark.line) + 1, column: Int(clamping: mark.column) + 1)
    }

    /// What libyaml could not read, in words for who wrote the file.
    private func fault() -> Finding {
        let problem = parser.pointee.problem.map { String(cString: $0) } ?? "unreadable"
        let mark = parser.pointee.problem_mark
        if problem == "found character that cannot start any token" {
            return Finding(
                at: location(mark),
                "a character that cannot begin a value",
                advice: "indent with spaces, not tabs, and put texts that begin with @ or ` in quotes"
            )
        }
        if parser.pointee.error == YAML_READER_ERROR {
            let before = text.prefix(parser.pointee.problem_offset)
            return Finding(at: Self.end(of: before, file: file), problem)
        }
        let context = parser.pointee.context.map { String(cString: $0) } ?? ""
        return Finding(at: location(mark), context.isEmpty ? problem : "\(problem) \(context)")
    }

    /// Where the first byte stands that is not UTF-8.
    private static func invalidUTF8(_ bytes: [UInt8], file: String) -> SourceLocation? {
        String(validating: bytes, as: UTF8.self) == nil ? end(of: bytes[...], file: file) : nil
    }

    /// The place behind some text, or where it is no longer UTF-8.
    private static func end(of bytes: ArraySlice<UInt8>, file: String) -> SourceLocation {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var line = 1
        var column = 1
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            column += 1
            if scalar == "\n" {
                line += 1
                column = 1
            }
        }
        return SourceLocation(file: file, line: line, column: column)
    }
}
