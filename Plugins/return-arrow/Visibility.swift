/// Whether something is far enough away for an arrow to it to mean something, without flicker at the limit.
struct Visibility: Hashable {
    /// The distance in metres from which on it is visible.
    let limit: Double
    /// How many metres below the limit it is hidden again.
    let hysteresis: Double

    private(set) var isVisible = false

    init(from limit: Double, hysteresis: Double) {
        self.limit = limit
        self.hysteresis = hysteresis
    }

    /// Takes in a distance in metres, and says whether the thing is visible now.
    mutating func update(_ distance: Double) -> Bool {
        isVisible = distance >= (isVisible ? limit - hysteresis : limit)
        return isVisible
    }
}
