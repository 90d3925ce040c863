/// A range of whole version numbers, as it is written: `1`, or bounds that all have to hold, `>=1 <3`.
public struct VersionRange: Hashable, Sendable, CustomStringConvertible {
    private enum Relation: String, CaseIterable {
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"
        case exactly = "="
    }

    private struct Bound: Hashable {
        let relation: Relation
        let version: Int

        func allows(_ other: Int) -> Bool {
            switch relation {
            case .atLeast: other >= version
            case .atMost: other <= version
            case .above: other > version
            case .below: other < version
            case .exactly: other == version
            }
        }
    }

    /// The range as it is written.
    public let description: String
    private let bounds: [Bound]

    /// Reads a range.
    ///
    /// - Returns: nil when it is none.
    public init?(_ text: String) {
        let words = text.split { $0 == " " || $0 == "," }
        let bounds = words.compactMap { word -> Bound? in
            let relation = Relation.allCases.first { word.hasPrefix($0.rawValue) }
            let digits = word.dropFirst(relation?.rawValue.count ?? 0)
            // A sign is no part of a version, though Int would take it.
            guard digits.allSatisfy(\.isNumber), let version = Int(digits) else { return nil }
            return Bound(relation: relation ?? .exactly, version: version)
        }
        guard !words.isEmpty, bounds.count == words.count else { return nil }
        description = text
        self.bounds = bounds
    }

    /// Whether a version is in the range.
    public func contains(_ version: Int) -> Bool { bounds.allSatisfy { $0.allows(version) } }
}
