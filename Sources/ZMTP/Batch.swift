/// The frames of some bytes that have come, one after the other.
///
/// Valid as long as the buffer that the bytes are in is not touched.
public struct Batch {
    /// All of the bytes.
    public let bytes: UnsafeRawBufferPointer
    /// Where the next frame begins.
    public private(set) var position = 0
    /// How many bytes more the next frame needs at least, once there was no whole one.
    private(set) var missing = 1
    private let longest: Int

    init(_ bytes: UnsafeRawBufferPointer, longest: Int) {
        self.bytes = bytes
        self.longest = longest
    }

    /// Creates a batch of whole frames that have been read before.
    public init(_ bytes: UnsafeRawBufferPointer) {
        self.init(bytes, longest: Int.max)
    }

    /// The body of the next whole frame, whatever it is.
    public mutating func nextBody() -> UnsafeRawBufferPointer? {
        guard let frame = try? next() else { return nil }
        return body(of: frame)
    }

    /// The next whole frame, or `nil` where it has not come yet.
    ///
    /// - Throws: what a peer that speaks ZMTP does not send.
    public mutating func next() throws(ZMTPError) -> Frame? {
        guard let frame = try Frame.read(bytes, at: position, longest: longest, missing: &missing) else {
            return nil
        }
        position = frame.body.upperBound
        missing = 1
        return frame
    }

    /// The body of a frame of this batch.
    public func body(of frame: Frame) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[frame.body])
    }

    /// A byte of what comes next, if it is there.
    func next(byte offset: Int) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    /// Takes some bytes that are no frame, once all of them are there.
    mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
        guard bytes.count - position >= count else {
            missing = count - (bytes.count - position)
            return nil
        }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }
}
