internal import Messages

/// Messages and stamps: what is read has its pieces in place, and reads the same when it is written again.
enum Wire {
    static func message(_ input: [UInt8]) throws(BrokenProperty) {
        guard let message = try? WireMessage(input.span) else { return }
        let (topic, payload) = (message.topic, message.payload)
        try BrokenProperty.unless(
            topic.upperBound < input.count && input[topic.upperBound] == 0x7C,
            "no bar after \(topic)"
        )
        try BrokenProperty.unless(
            payload.lowerBound >= topic.upperBound + 1 + Stamp.size,
            "the payload begins in the stamp"
        )
        try BrokenProperty.unless(
            payload.upperBound == input.count,
            "the payload does not end with the message"
        )
        try BrokenProperty.unless(
            message.topicHash == Topic.hash(of: input[topic].span),
            "another hash of the topic"
        )
        let isClosing = message.isAnswer && message.stamp.flags.contains(.end)
        try BrokenProperty.unless(isClosing || Topic.isValid(input[topic].span), "not a topic")
        var again = Array(input[message.publishedTopic]) + [0x7C]
        message.stamp.encode(into: &again)
        again += input[payload]
        guard let second = try? WireMessage(again.span) else { throw BrokenProperty("cannot be read again") }
        try BrokenProperty.unless(
            second.topic == topic && second.nonce == message.nonce,
            "other pieces when read again"
        )
        try BrokenProperty.unless(second.stamp == message.stamp, "another stamp when read again")
        try BrokenProperty.unless(again[second.payload] == input[payload], "another payload when read again")
    }

    static func stamp(_ input: [UInt8]) throws(BrokenProperty) {
        guard let stamp = try? Stamp(decoding: input.span) else { return }
        var bytes: [UInt8] = []
        stamp.encode(into: &bytes)
        try BrokenProperty.unless(bytes.count == Stamp.size, "\(bytes.count) bytes of a stamp")
        let isOfThisSize = input[28] == UInt8(Stamp.size) && input[29] == 0
        try BrokenProperty.unless(
            !isOfThisSize || bytes[...] == input[..<Stamp.size],
            "other bytes of the same stamp"
        )
        guard let again = try? Stamp(decoding: bytes.span) else {
            throw BrokenProperty("cannot be read again")
        }
        try BrokenProperty.unless(again == stamp, "another stamp when read again")
    }
}
