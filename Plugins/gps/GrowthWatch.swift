/// Tells of a count of losses, when it begins to grow and when it has come to rest, and not each time between.
struct GrowthWatch {
    private var before = 0
    private var isGrowing = false
    private var told = 0

    /// Looks at the count, from time to time.
    ///
    /// - Returns: by how much it has grown since that was told; `nil` where it is not the time to tell.
    mutating func news(of count: Int) -> Int? {
        let hasGrown = count > before
        before = count
        guard hasGrown != isGrowing else { return nil }
        isGrowing = hasGrown
        defer { told = count }
        return count > told ? count - told : nil
    }
}
