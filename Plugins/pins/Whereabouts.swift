internal import Messages

/// The newest fix, and how old it is by the clock that only goes forward.
struct Whereabouts {
    /// How a fix came, for judging its age.
    struct Arrival {
        /// When it came, monotonic nanoseconds.
        var arrived: Int64
        /// When it was published, Unix nanoseconds.
        var published: Int64
        /// Whether the bus had kept it, so that it is older than its arrival says.
        var isLastValue: Bool
    }

    /// How far in the future a kept fix may have been published, seconds: clocks of two machines differ.
    static let tolerance = 1.0

    /// The topic that fixes come on.
    let topic: String
    /// How many seconds a fix says where we are.
    let maximumAge: Double

    private var newest: (fix: Fix, arrived: Int64, ageAtArrival: Double)?

    init(topic: String, maximumAge: Double) {
        self.topic = topic
        self.maximumAge = maximumAge
    }

    /// Takes a fix, or the news that there is none any more.
    ///
    /// - Parameters:
    ///   - fix: the fix; `nil` when it was erased.
    ///   - arrival: how it came.
    ///   - wallClock: the time now, Unix nanoseconds.
    mutating func receive(_ fix: Fix?, _ arrival: Arrival, wallClock: Int64) {
        newest = fix.map { ($0, arrival.arrived, Self.age(of: arrival, wallClock: wallClock)) }
    }

    /// The fix that says where we are.
    ///
    /// - Parameter now: monotonic nanoseconds.
    /// - Returns: the newest fix.
    /// - Throws: when there is none, or it is too old.
    func fix(now: Int64) throws(PinError) -> Fix {
        guard let (fix, arrived, ageAtArrival) = newest else {
            throw PinError(.locationUnknown, "no fix has come on \(topic): \(Self.remedy)")
        }
        let age = ageAtArrival + Double(now - arrived) * 1e-9
        guard age.isFinite else {
            throw PinError(.locationUnknown, "the fix on \(topic) is of an unknown age: \(Self.remedy)")
        }
        guard age <= maximumAge else {
            let seconds = "\(Self.rounded(age)) s old, more than \(Self.rounded(maximumAge)) s"
            throw PinError(.locationUnknown, "the fix on \(topic) is \(seconds): \(Self.remedy)")
        }
        return fix
    }

    /// How old a fix was when it came, seconds; infinite when its stamp cannot be believed.
    ///
    /// A live one came as it was published. What the bus had kept is as old as its stamp says.
    private static func age(of arrival: Arrival, wallClock: Int64) -> Double {
        guard arrival.isLastValue else { return 0 }
        let age = (Double(wallClock) - Double(arrival.published)) * 1e-9
        return age < -tolerance ? .infinity : max(age, 0)
    }

    private static let remedy = "wait for one, or give latitude and longitude"

    /// A number of seconds with at most one decimal, without a fraction that is zero.
    private static func rounded(_ seconds: Double) -> String {
        let text = ((seconds * 10).rounded() / 10).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
