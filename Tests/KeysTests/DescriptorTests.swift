import Glibc
import Keys
import TestSupport
import Testing

@Suite("Keys without a descriptor", .timeLimit(.minutes(1)))
struct DescriptorTests {
    @Test("stay while no descriptor is left, and what has changed meanwhile counts when there is one")
    func exhausted() async {
        // In a process of its own: its limit is not to be the other tests'.
        await #expect(processExitsWith: .success) {
            let temporary = try TemporaryFolder()
            let folder = KeyFolder(path: temporary.file("keys"))
            _ = try folder.authorise("one", try Permissions(read: true))
            _ = try folder.authorise("two", try Permissions(read: true))
            var view = AuthorisedKeys(folder)
            _ = view.refresh()
            let names = ["one", "two"]
            precondition(view.all.map(\.name) == names, "both are let in")
            try folder.revoke("two")
            let usual = Self.limit(to: 3)
            let changes = view.refresh()
            precondition(
                changes.withdrawn.isEmpty && changes.faults.isEmpty,
                "nothing is said to have changed"
            )
            precondition(view.all.map(\.name) == names, "both are let in all the same")
            _ = Self.limit(to: usual)
            precondition(view.refresh().withdrawn.count == 1, "the one that was revoked is told")
            precondition(view.all.map(\.name) == ["one"], "the other is let in")
        }
    }

    /// Sets how many descriptors the process may have; those that are open stay.
    ///
    /// - Returns: how many it might have.
    private static func limit(to count: rlim_t) -> rlim_t {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let usual = limit.rlim_cur
        limit.rlim_cur = count
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return usual
    }
}
