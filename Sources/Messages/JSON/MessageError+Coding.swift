extension MessageError {
    /// Makes one plain line of what a `Codable` type or a coder threw.
    init(coding error: any Error) {
        switch error {
        case let error as MessageError: self = error
        case let DecodingError.keyNotFound(key, context):
            self.init(key: Self.text(context.codingPath + [key]), problem: "is missing")
        case let DecodingError.valueNotFound(type, context):
            self.init(key: Self.text(context.codingPath), problem: "there is no value of type \(type)")
        case let DecodingError.typeMismatch(type, context):
            self.init(
                key: Self.text(context.codingPath),
                problem: "is not of type \(type): \(context.debugDescription)"
            )
        case let DecodingError.dataCorrupted(context):
            self.init(key: Self.text(context.codingPath), problem: context.debugDescription)
        case let EncodingError.invalidValue(_, context):
            self.init(key: Self.text(context.codingPath), problem: context.debugDescription)
        default: self.init(problem: "\(error)")
        }
    }

    /// An error about the value at a coding path.
    init(at path: [any CodingKey], _ problem: String) {
        self.init(key: Self.text(path), problem: problem)
    }

    /// A coding path as it is read: `nodes[0].speed`; `nil` for the whole value.
    private static func text(_ path: [any CodingKey]) -> String? {
        guard !path.isEmpty else { return nil }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
