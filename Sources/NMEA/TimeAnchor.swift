/// A time that a receiver has told, and when its bytes came.
package struct TimeAnchor: Sendable {
    /// Unix seconds.
    package var time: Double
    /// When the bytes that told it came.
    package var reception: Reception

    /// Creates an anchor.
    package init(time: Double, reception: Reception) {
        (self.time, self.reception) = (time, reception)
    }

    /// The time when something else comes, Unix seconds: what has elapsed since is added, where a clock tells.
    package func time(at reception: Reception) -> Double {
        time + (reception.elapsed(since: self.reception) ?? 0)
    }

    /// The same for a heading, which does not step back behind the last one because an epoch came sooner than the one before.
    package func time(at reception: Reception, behind last: Double?) -> Double {
        let time = time(at: reception)
        if let last, time < last, last - time < 1 { return last }
        return time
    }
}
