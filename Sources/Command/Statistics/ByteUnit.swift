internal import Text

/// A unit for amounts of bytes, in steps of a thousand.
enum ByteUnit: String {
    case bytes = "B"
    case kilobytes = "KB"
    case megabytes = "MB"

    /// The unit in which an amount has one to three digits before the point, where there is one.
    init(for amount: Double) {
        self = amount < 1000 ? .bytes : amount < 1_000_000 ? .kilobytes : .megabytes
    }

    private var size: Double {
        switch self {
        case .bytes: 1
        case .kilobytes: 1000
        case .megabytes: 1_000_000
        }
    }

    /// An amount of bytes in this unit.
    func text(_ amount: Double) -> String { "\((amount / size).fixed(2)) \(rawValue)" }
}
