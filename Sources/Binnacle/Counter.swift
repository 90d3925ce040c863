internal import Synchronization

/// A number that any thread may add to.
final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .relaxed) }

    func wrappingAdd(_ number: Int) { count.wrappingAdd(number, ordering: .relaxed) }
}
