/// Which headings of a source are wanted: those that differ from the last one by so much, and not too many.
///
/// What Core Location's `headingFilter` asks for, and a highest rate.
public struct HeadingFilter: MessageFilter, Hashable {
    /// Degrees, on the circle, between the headings that are wanted; `nil` for every heading.
    public var headingFilter: Double?
    /// Headings a second at most, by their own times; `nil` for every heading.
    public var maximumRate: Double?

    /// Wants every heading that no argument speaks against.
    public init(headingFilter: Double? = nil, maximumRate: Double? = nil) {
        self.headingFilter = headingFilter
        self.maximumRate = maximumRate
    }

    /// Whether a heading is let through after those before it, which is noted.
    ///
    /// One that becomes valid or invalid is let through always, and so is one that is older than the last.
    public func passes(_ heading: Heading, after memory: inout FilterMemory<Heading>) -> Bool {
        if let last = memory.last, heading.time >= last.time, heading.invalid == last.invalid {
            if let headingFilter, let turn = last.turn(to: heading), turn < headingFilter { return false }
            if let maximumRate, heading.time - last.time < 0.95 / maximumRate { return false }
        }
        memory.last = heading
        return true
    }
}

extension Heading {
    /// Degrees in [0, 180] between two headings of the same reference; `nil` where there is none that both have.
    fileprivate func turn(to other: Heading) -> Double? {
        let pairs = [(trueHeading, other.trueHeading), (magneticHeading, other.magneticHeading)]
        for case (let from?, let to?) in pairs { return abs((to - from).remainder(dividingBy: 360)) }
        return nil
    }
}
