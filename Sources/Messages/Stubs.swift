extension Message {
    public func encode(into buffer: inout [UInt8]) {}
    public init(decoding payload: Span<UInt8>) throws(MessageError) { throw MessageError(problem: "no codec") }
}
