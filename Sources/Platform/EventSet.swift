internal import CSystem
internal import Glibc

/// A wait for many descriptors at once that costs the same however many they are; used by one thread.
///
/// It tells of what is ready for as long as it is (level-triggered).
public final class EventSet {
    /// What one descriptor is ready for.
    public struct Event: Sendable {
        /// What it was added with.
        public let tag: Int
        /// Whether something may be read, be it the end.
        public let isReadable: Bool
        /// Whether something may be written.
        public let isWritable: Bool
        /// Whether the other end is gone for good.
        public let isOver: Bool

        /// Creates an event that nobody has told of.
        public init(tag: Int, isReadable: Bool, isWritable: Bool, isOver: Bool) {
            (self.tag, self.isReadable, self.isWritable, self.isOver) = (tag, isReadable, isWritable, isOver)
        }
    }

    private let epoll: OwnedDescriptor
    private var ready: [csystem_event]

    /// Creates a set that waits for nothing.
    ///
    /// - Parameter limit: how many events are told of at once.
    /// - Throws: when the process has no descriptor left.
    public init(limit: Int = 64) throws(SystemError) {
        epoll = OwnedDescriptor(try SystemError.check("epoll_create") { csystem_epoll_create() })
        ready = Array(repeating: csystem_event(), count: limit)
    }

    /// Readable while something is ready; to be waited for beside others.
    public var descriptor: CInt { epoll.number }

    /// Waits for a descriptor from now on, until it is closed.
    ///
    /// - Throws: when the system has no room for it.
    public func add(
        _ descriptor: CInt,
        tag: Int,
        input: Bool = true,
        output: Bool = false
    ) throws(SystemError) {
        try SystemError.check("epoll_ctl") {
            csystem_epoll_add(epoll.number, descriptor, Int64(tag), Self.events(input, output))
        }
    }

    /// Waits for something else of a descriptor from now on; its end is told in any case.
    public func change(_ descriptor: CInt, tag: Int, input: Bool, output: Bool) {
        // It has been added and is open: nothing can go wrong.
        _ = csystem_epoll_change(epoll.number, descriptor, Int64(tag), Self.events(input, output))
    }

    /// Takes a descriptor out.
    public func remove(_ descriptor: CInt) { _ = csystem_epoll_remove(epoll.number, descriptor) }

    private static func events(_ input: Bool, _ output: Bool) -> UInt32 {
        (input ? UInt32(CSYSTEM_INPUT) : 0) | (output ? UInt32(CSYSTEM_OUTPUT) : 0)
    }

    /// Looks what is ready, without waiting.
    ///
    /// - Returns: how many events there are.
    public func look() -> Int {
        Int(max(0, csystem_epoll_look(epoll.number, &ready, CInt(ready.count))))
    }

    /// One of the events of the last ``look()``.
    public subscript(place: Int) -> Event {
        let event = ready[place]
        return Event(
            tag: Int(event.tag),
            isReadable: event.events & UInt32(CSYSTEM_INPUT | CSYSTEM_OVER) != 0,
            isWritable: event.events & UInt32(CSYSTEM_OUTPUT) != 0,
            isOver: event.events & UInt32(CSYSTEM_OVER) != 0
        )
    }
}
