internal import Messages

extension TopicFilter {
    /// The filters that let through what this one does and one of some inputs does, no topic twice.
    ///
    /// What the bus and nodes say of themselves is no input: it passes as before.
    func narrowed(to inputs: [TopicFilter]) -> [TopicFilter] {
        let wanted = String(decoding: subscription, as: UTF8.self)
        let ofThemselves = [Clock.kind, Status.kind, Log.kind, Failure.kind]
        if ofThemselves.contains(where: { wanted.hasPrefix("\($0)/") }) { return [self] }
        var narrowed: [(filter: TopicFilter, prefix: String)] = []
        for input in inputs {
            let prefix = String(decoding: input.subscription, as: UTF8.self)
            if wanted.hasPrefix(prefix) { return [self] }
            guard prefix.hasPrefix(wanted), !narrowed.contains(where: { prefix.hasPrefix($0.prefix) }) else {
                continue
            }
            narrowed.removeAll { $0.prefix.hasPrefix(prefix) }
            narrowed.append((input, prefix))
        }
        return narrowed.map(\.filter)
    }
}
