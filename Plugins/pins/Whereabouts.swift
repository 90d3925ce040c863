internal import Messages

/// The newest fix, and how old it is by the clock that only goes forward.
struct Whereabouts {
    /// The topic that fixes come on.
    let topic: String
    /// How many seconds a fix says where we are.
    let maximumAge: Double

    private var newest: (fix: Fix, since: Double)?

    init(topic: String, maximumAge: Double) {
        self.topic = topic
        self.maximumAge = maximumAge
    }

    /// Takes a fix, or the news that there is none any more.
    ///
    /// - Parameters:
    ///   - fix: the fix; `nil` when it was erased.
    ///   - since: when it was published, monotonic seconds; −infinity when nobody knows.
    mutating func receive(_ fix: Fix?, since: Double) {
        newest = fix.map { ($0, since) }
    }

    /// The fix that says where we are.
    ///
    /// - Parameter now: monotonic seconds.
    /// - Returns: the newest fix.
    /// - Throws: when there is none, or it is too old.
    func fix(now: Double) throws(PinError) -> Fix {
        guard let (fix, since) = newest else {
            throw PinError(.locationUnknown, "no fix has come on \(topic): \(Self.remedy)")
        }
        let age = now - since
        guard age.isFinite else {
            throw PinError(.locationUnknown, "the fix on \(topic) is of an unknown age: \(Self.remedy)")
        }
        guard age <= maximumAge else {
            let seconds = "\(Self.rounded(age)) s old, more than \(Self.rounded(maximumAge)) s"
            throw PinError(.locationUnknown, "the fix on \(topic) is \(seconds): \(Self.remedy)")
        }
        return fix
    }

    private static let remedy = "wait for one, or give latitude and longitude"

    /// A number of seconds with at most one decimal, without a fraction that is zero.
    private static func rounded(_ seconds: Double) -> String {
        let text = ((seconds * 10).rounded() / 10).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
