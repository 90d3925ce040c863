/// Lets a heading through when it differs enough from the last one that was let through.
///
/// Differences are taken the short way round: from 355 to 5 degrees are 10. What Core Location's `headingFilter` does.
public struct HeadingFilter: Sendable {
    /// The least change in degrees; 0 lets everything through.
    public let degrees: Double
    private var last: Double?

    /// Creates a filter that lets the first heading through.
    public init(degrees: Double) {
        self.degrees = degrees
    }

    /// Whether a heading is to be delivered; `nil`, no heading, is each time that it follows one, and so is the next.
    public mutating func passes(_ heading: Double?) -> Bool {
        guard let heading else {
            defer { last = nil }
            return degrees <= 0 || last != nil
        }
        guard let last, abs(Angle.turn(from: last, to: heading)) < degrees else {
            self.last = heading
            return true
        }
        return false
    }
}
