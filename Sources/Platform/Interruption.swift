/// The wish that a thread that waits for input stop waiting.
///
/// Made once and for all: what is interrupted stays so.
public final class Interruption: Sendable {
    private let bell: Wakeup

    /// Creates a wish that nobody has made yet.
    public init() throws(SystemError) {
        bell = try Wakeup()
    }

    /// Makes the wish, from any thread.
    public func interrupt() { bell.ring() }

    /// Readable once the wish has been made.
    var descriptor: Int32 { bell.descriptor }
}
