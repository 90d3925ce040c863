internal import Rules

extension ValueRule {
    /// Gives a value the type that is wanted, a relative path as seen from a folder; nil leaves paths as they are.
    func accept(_ given: Given, seenFrom folder: String?) throws(Refusal) -> Value {
        guard let folder else { return try accept(given) }
        return try accept(given, resolving: { Paths.resolve($0, from: folder) })
    }
}
