public import Binnacle

extension PlaybackOptions {
    /// Takes the parameters `speed` and `time` of a plugin, where they are given.
    ///
    /// - Parameters:
    ///   - speed: in [0, 1000000].
    ///   - time: `recorded` or `now`.
    /// - Throws: which parameter is wrong.
    public mutating func take(speed: Double?, time: String?) throws(UsageError) {
        self.speed = speed ?? self.speed
        guard (0...1e6).contains(self.speed) else {
            throw UsageError("speed: \(self.speed) is not between 0 and 1000000")
        }
        guard let time else { return }
        guard let times = Times(rawValue: time) else {
            throw UsageError("time: '\(time)' is neither recorded nor now")
        }
        self.times = times
    }
}
