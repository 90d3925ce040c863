/// How accurate fixes should be: metres, or by one of Core Location's names.
public struct DesiredAccuracy: Hashable, Sendable {
    /// The 68 % radius that suffices, metres; `nil` for the best there is, whatever it is.
    public let metres: Double?

    /// As accurate as the source can be.
    public static let best = DesiredAccuracy(metres: nil)

    /// The names, with what each stands for.
    public static let names: [(name: String, metres: Double?)] = [
        ("best", nil), ("ten-metres", 10), ("hundred-metres", 100), ("kilometre", 1000),
        ("three-kilometres", 3000),
    ]

    /// Reads a name, or a number of metres above 0.
    ///
    /// - Returns: `nil` where it is neither.
    public init?(_ text: String) {
        if let known = Self.names.first(where: { $0.name == text }) {
            self.init(metres: known.metres)
            return
        }
        // The standard library also reads nan, inf and hexadecimal.
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let metres = Double(text) else {
            return nil
        }
        self.init(exactly: metres)
    }

    /// A radius above 0 metres; `nil` for another.
    public init?(exactly metres: Double) {
        guard metres > 0, metres.isFinite else { return nil }
        self.init(metres: metres)
    }

    private init(metres: Double?) { self.metres = metres }

    /// Whether a fix is as accurate; one that does not say is not.
    public func admits(_ fix: Fix) -> Bool {
        guard let metres else { return true }
        guard let accuracy = fix.horizontalAccuracy else { return false }
        return accuracy <= metres
    }

    /// What may be written, for an error.
    public static var choices: String {
        "a number of metres above 0, or one of \(names.map(\.name).joined(separator: ", "))"
    }
}

extension DesiredAccuracy: CustomStringConvertible {
    /// The radius with its unit, or `best`.
    public var description: String { metres.map { "\($0) m" } ?? "best" }
}

extension DesiredAccuracy: Decodable {
    /// Reads a JSON number of metres, or a name.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        let number = try? value.decode(Double.self)
        let read =
            try number.map { DesiredAccuracy(exactly: $0) } ?? DesiredAccuracy(value.decode(String.self))
        guard let read else {
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "is not \(Self.choices)")
        }
        self = read
    }
}
