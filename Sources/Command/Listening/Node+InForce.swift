internal import Binnacle

extension Node {
    /// Waits until all subscriptions are in force.
    ///
    /// - Parameter seconds: for how long at most, where that was asked for; else as long as a bus may say nothing.
    /// - Throws: that they are not in time.
    func subscriptionsInForce(within seconds: Double?) async throws(CommandError) {
        let limit = seconds.map { Duration.seconds($0) } ?? BusConnection.patience
        let isInForce = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await self.subscriptionsInForce()
                return !Task.isCancelled
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        guard !isInForce, !Task.isCancelled else { return }
        throw CommandError(
            "the bus at \(address) has taken no subscription within \(limit.seconds.argument) s; 'binnacle doctor' says what "
                + "may be in the way",
            code: seconds == nil ? .failure : .nothing
        )
    }
}
