internal import Messages

/// Filters, topics, addresses and names: what is read is described so that it reads the same.
enum Names {
    static func filter(_ input: [UInt8]) throws {
        let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let topic = try topic(Array(lines.count > 1 ? lines[1] : []))
        guard let filter = try? TopicFilter(String(decoding: lines[0], as: UTF8.self)) else { return }
        let again = try TopicFilter(filter.description)
        try BrokenProperty.unless(again == filter, "\(filter) became \(again)")
        guard let topic else { return }
        // ZeroMQ compares the beginning of the topic, closed by its bar.
        let closed = Array("\(topic)|".utf8)
        let isDelivered = closed.starts(with: filter.subscription)
        try BrokenProperty.unless(
            filter.matches(topic) == isDelivered,
            "\(filter) and \(topic): not as ZeroMQ matches"
        )
    }

    private static func topic(_ bytes: [UInt8]) throws -> Topic? {
        let topic = try? Topic(bytes.span)
        try BrokenProperty.unless(
            (topic != nil) == Topic.isValid(bytes.span),
            "only one of two takes it for a topic"
        )
        guard let topic else { return nil }
        try BrokenProperty.unless(topic.equals(bytes.span), "\(topic) is not equal to its bytes")
        let parts = [topic.kind, topic.source] + (topic.instance.map { [$0] } ?? [])
        try BrokenProperty.unless(
            parts.joined(separator: "/") == topic.description,
            "\(topic) has other segments"
        )
        return topic
    }

    static func address(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        _ = try? NodeName.check(text)
        guard let address = try? BusAddress(text) else { return }
        let again = try BusAddress(address.description)
        try BrokenProperty.unless(again == address, "\(address) became \(again)")
        let endpoints = [address.publishEndpoint, address.subscribeEndpoint, address.requestEndpoint]
        for endpoint in endpoints {
            try BrokenProperty.unless(!endpoint.utf8.contains(0), "\(endpoint) ends early as a C string")
            let isTooLong = address.folder != nil && endpoint.utf8.count > "ipc://".utf8.count + 107
            try BrokenProperty.unless(!isTooLong, "\(endpoint) has no room in a socket's address")
        }
    }
}
