/// A value and the moment it speaks of, on the clock that only goes forward.
struct Dated<Value> {
    var value: Value
    /// When it was published, monotonic seconds.
    var since: Double

    /// The value, unless it is older than so many seconds.
    func value(at now: Double, within age: Double) -> Value? {
        now - since <= age ? value : nil
    }
}
