internal import Glibc
internal import Platform
internal import ZMTP
internal import ZeroMQ

extension Broker {
    /// Serves those of this machine.
    mutating func serveLocal() throws {
        spent = 0
        try serveQueue()
        var served = 0
        // Some turns at once, but not so many that requests would have to wait.
        for _ in 0..<4 where served < 16 {
            let count = sockets.local.look()
            if count == 0 { return }
            served += count
            for place in 0..<count {
                let event = sockets.local.events[place]
                switch sockets.local[event.tag] {
                case .entrance(let entrance): try letIn(at: entrance)
                case .writer(let writer): try serve(writer)
                case .reader(let reader) where !reader.isQueued: try serve(reader, event)
                case .requester(let requester) where !requester.isQueued: try serve(requester, event)
                case .reader, .requester, nil: continue
                }
            }
        }
    }

    /// Serves those for whom there was no time, the first of them first: who asks without end takes nobody's turn.
    private mutating func serveQueue() throws {
        var left = queue.count
        while left > 0, !isTurnOver {
            left -= 1
            let slot = queue.removeFirst()
            let event = EventSet.Event(tag: slot, isReadable: false, isWritable: true, isOver: false)
            switch sockets.local[slot] {
            case .reader(let reader) where reader.isQueued:
                reader.isQueued = false
                try serve(reader, event)
            case .requester(let requester) where requester.isQueued:
                requester.isQueued = false
                try serve(requester, event)
            // It has gone, and another may have its place.
            default: continue
            }
        }
    }

    /// Lets in who waits.
    private mutating func letIn(at entrance: LocalSockets.Entrance) throws {
        for _ in 0..<64 where entrance.isOpen {
            let connection: OwnedDescriptor?
            do throws(SystemError) {
                connection = try entrance.listener.accept()
            } catch {
                return try pause(entrance, because: error)
            }
            guard let connection else { return }
            try add(connection, by: entrance)
        }
    }

    private mutating func pause(_ entrance: LocalSockets.Entrance, because error: SystemError) throws {
        sockets.local.pause(entrance)
        try complain(.noDescriptor, by: "", "nobody is let in for a moment: \(error)")
    }

    private mutating func add(_ connection: OwnedDescriptor, by entrance: LocalSockets.Entrance) throws {
        guard sockets.local.hasPlace(for: entrance.role) else {
            let who = Self.owner(of: connection.number)
            let most = sockets.local.most
            try complain(
                .tooMany,
                by: Self.program(behind: connection.number),
                "\(who) is not let in at \(entrance.listener.path): there are \(most) connections"
            )
            return
        }
        do throws(SystemError) {
            let now = MonotonicClock.nanoseconds
            if let reader = try sockets.local.add(connection, as: entrance.role, at: now) {
                fanOut.enter(reader)
            }
        } catch {
            try pause(entrance, because: error)
        }
    }

    /// Listens again where a socket file has been removed, or something has taken its place, and lets in who had waited
    /// there.
    mutating func restoreLocal() throws {
        for (slot, entrance) in sockets.local.entrances where !entrance.listener.isInPlace {
            let waiting: [OwnedDescriptor]
            do throws(SystemError) {
                waiting = try sockets.local.restore(slot, entrance)
            } catch {
                let path = entrance.listener.path
                let what =
                    access(path, F_OK) == 0
                    ? "something has taken the place of the socket \(path), where nobody can come in any more; remove it"
                    : "the socket \(path) has been removed, and is tried again each second"
                try complain(.noPlace, by: path, "\(what) (\(error))")
                continue
            }
            for connection in waiting { try add(connection, by: entrance) }
        }
    }

    /// Ends connections that have not greeted in time, and looks again at entrances that had to be left alone.
    mutating func lookAfterLocal(at now: Int64) throws {
        sockets.local.resume()
        for occupant in sockets.local.late(at: now) {
            switch occupant {
            case .writer(let writer): try end(writer, why: .silent)
            case .reader(let reader): try end(reader, why: .silent)
            case .requester(let requester): try end(requester, why: .silent)
            case .entrance: continue
            }
        }
    }

    // MARK: Publishers

    private mutating func serve(_ writer: Writer) throws {
        let outcome = writer.peer.fill(&sockets.local.buffer)
        var batch = writer.peer.batch(of: sockets.local.buffer)
        var failure: ZMTPError?
        do {
            try takeMessages(&batch, of: writer)
        } catch let error as ZMTPError {
            failure = error
        }
        noteRejection { _ in SocketPeer.process(of: writer.peer.descriptor).map { "process \($0)" } }
        fanOut.settle()
        exchange.keep()
        writer.peer.finish(batch, in: &sockets.local.buffer)
        if failure != nil || outcome == .ended { try end(writer, why: failure) }
    }

    private mutating func takeMessages(_ batch: inout Batch, of writer: Writer) throws {
        if !writer.peer.isReady {
            guard try writer.peer.greet(&batch) else { return }
            sockets.local.welcome()
        }
        let now = MonotonicClock.nanoseconds
        while let frame = try batch.next() {
            let body = batch.body(of: frame)
            if frame.isCommand {
                writer.peer.answer(body)
            } else if frame.hasMore || writer.parts > 0 {
                try exchange.take(part: body, hasMore: frame.hasMore, of: writer, to: &fanOut)
            } else if let number = exchange.take(whole: body, at: now) {
                let audience = fanOut.audience(of: number, in: &exchange.topics)
                let bytes = UnsafeRawBufferPointer(rebasing: batch.bytes[frame.start..<frame.body.upperBound])
                fanOut.add(frame: bytes, for: audience)
            }
        }
    }

    private mutating func end(_ writer: Writer, why: ZMTPError?) throws {
        sockets.local.remove(writer.peer, slot: writer.slot, role: .pull)
        if writer.isStamped { exchange.forget(writer.publisher) }
        if let why { try explain(why, of: writer.peer, at: "publish") }
    }

    // MARK: Subscribers

    private mutating func serve(_ reader: Reader, _ event: EventSet.Event) throws {
        if event.isWritable { reader.peer.flush() }
        var outcome = InputBuffer.Outcome.all
        if reader.question == nil {
            if event.isReadable { outcome = reader.peer.fill(&sockets.local.buffer) }
        } else if event.isOver {
            outcome = .ended
        }
        // What an answer has held up goes on once that is over, without anything new to read.
        if !event.isReadable || reader.question != nil { reader.peer.resume(&sockets.local.buffer) }
        var batch = reader.peer.batch(of: sockets.local.buffer)
        var failure: ZMTPError?
        do {
            try takeSubscriptions(&batch, of: reader)
        } catch let error as ZMTPError {
            failure = error
        }
        reader.peer.finish(batch, in: &sockets.local.buffer)
        if failure != nil || outcome == .ended || reader.peer.isBroken {
            try end(reader, why: failure)
            return
        }
        if reader.question != nil, isTurnOver {
            reader.isQueued = true
            queue.append(reader.slot)
        }
        reader.watch()
    }

    private mutating func takeSubscriptions(_ batch: inout Batch, of reader: Reader) throws {
        if !reader.peer.isReady {
            guard try reader.peer.greet(&batch) else { return }
            sockets.local.welcome()
        }
        while answer(reader), let frame = try batch.next() {
            let body = batch.body(of: frame)
            guard !frame.hasMore, let change = SubscriptionChange(body, isCommand: frame.isCommand) else {
                if frame.isCommand { reader.peer.answer(body) }
                continue
            }
            let prefix = Array(body[change.prefix])
            if prefix.first == UInt8(ascii: "~") {
                if change.isSubscription { try ask(prefix, by: reader) }
            } else if change.isSubscription {
                try subscribe(reader, to: prefix)
            } else {
                fanOut.cancel(reader, prefix)
            }
        }
        reader.peer.flush()
    }

    /// Notes a wish for last values, if it is one.
    private mutating func ask(_ wanted: [UInt8], by reader: Reader) throws {
        reader.question = Question(wanted, longest: limits.longestSubscription)
        guard reader.question == nil else { return }
        let who = Self.owner(of: reader.peer.descriptor)
        let shown = wanted.withUnsafeBytes(Rejection.printable)
        try complain(
            .noQuestion,
            by: Self.program(behind: reader.peer.descriptor),
            "\(who) asks for last values by '\(shown)', which is not ~NONCE/TOPIC, with a nonce of 1 to 64 of a-z, 0-9, _ and -: "
                + "no answer comes"
        )
    }

    /// Notes a subscription, unless nothing could ever match it, or there are too many.
    private mutating func subscribe(_ reader: Reader, to prefix: [UInt8]) throws {
        guard prefix.count <= limits.longestSubscription else {
            let who = Self.owner(of: reader.peer.descriptor)
            try complain(
                .longSubscription,
                by: Self.program(behind: reader.peer.descriptor),
                "\(who) subscribes to what no topic begins with, \(prefix.count) bytes long: that is passed over"
            )
            return
        }
        if fanOut.subscribe(
            reader,
            to: prefix,
            most: limits.maximumSubscriptions,
            mostInAll: limits.maximumSubscriptionsInAll
        ) {
            return
        }
        let who = Self.owner(of: reader.peer.descriptor)
        let bound =
            reader.prefixes.count >= limits.maximumSubscriptions
            ? "it has \(reader.prefixes.count) already"
            : "there are \(limits.maximumSubscriptionsInAll) of all together"
        try complain(
            .tooManySubscriptions,
            by: Self.program(behind: reader.peer.descriptor),
            "a subscription of \(who) is refused, and what it asks for does not come: \(bound); subscribe to what topics "
                + "have in common, 'fix/' say"
        )
    }

    /// How many bytes of an answer may wait at once.
    private static let answerAtOnce = 256 << 10

    /// Goes on with the answer to a subscriber, as far as there is room.
    ///
    /// - Returns: whether nothing is left to be answered.
    private mutating func answer(_ reader: Reader) -> Bool {
        guard var question = reader.question else { return true }
        var isLast = false
        // Nobody waits any more for what one that has gone has asked.
        while !isLast, !reader.peer.isBroken {
            if isTurnOver {
                reader.question = question
                return false
            }
            if reader.peer.waitingBytes >= Self.answerAtOnce, !reader.peer.flush() {
                reader.question = question
                return false
            }
            let start = MonotonicClock.nanoseconds
            let message = exchange.answer(&question, isLast: &isLast)
            _ = message.withUnsafeBytes { reader.peer.enqueue(body: $0, isBounded: false) }
            spent += MonotonicClock.nanoseconds - start
        }
        reader.question = nil
        return true
    }

    private mutating func end(_ reader: Reader, why: ZMTPError?) throws {
        fanOut.leave(reader)
        sockets.local.remove(reader.peer, slot: reader.slot, role: .extendedPublish)
        if let why { try explain(why, of: reader.peer, at: "subscribe") }
    }

    // MARK: Those who ask

    private mutating func serve(_ requester: Requester, _ event: EventSet.Event) throws {
        if event.isWritable { requester.peer.flush() }
        var outcome: InputBuffer.Outcome?
        var failure: ZMTPError?
        repeat {
            (outcome, failure) = try hear(requester, reads: event.isReadable || requester.peer.isBroken)
            // What it said before it went is taken whole, its goodbye too, in as many turns as that takes.
        } while failure == nil && outcome == .some(.some) && !requester.isHeldUp
            && (event.isOver || requester.peer.isBroken)
        // What cannot be written to and says nothing more is not waited for.
        let isOver = outcome == .ended || requester.peer.isBroken && outcome == .all
        if failure != nil || isOver && !requester.isHeldUp {
            try end(requester, why: failure)
            return
        }
        if requester.isHeldUp, isTurnOver {
            requester.isQueued = true
            queue.append(requester.slot)
        }
        requester.watch()
    }

    /// Takes what a requester has said, and reads what is there where it is listened to.
    ///
    /// - Returns: what came of reading, `nil` where that was not its turn, and what is wrong with what has come.
    private mutating func hear(
        _ requester: Requester,
        reads: Bool
    ) throws -> (InputBuffer.Outcome?, ZMTPError?) {
        var outcome: InputBuffer.Outcome?
        // What there was no time or room for goes on, without anything new to read.
        if reads, !requester.isHeldUp {
            outcome = requester.peer.fill(&sockets.local.buffer)
        } else {
            requester.peer.resume(&sockets.local.buffer)
        }
        var batch = requester.peer.batch(of: sockets.local.buffer)
        var failure: ZMTPError?
        do {
            requester.isHeldUp = try !takeRequests(&batch, of: requester)
        } catch let error as ZMTPError {
            failure = error
        }
        requester.peer.finish(batch, in: &sockets.local.buffer)
        return (outcome, failure)
    }

    /// Takes requests and answers, as far as there is time and room.
    ///
    /// - Returns: whether all that has come has been taken.
    /// - Throws: what is wrong with it.
    private mutating func takeRequests(_ batch: inout Batch, of requester: Requester) throws -> Bool {
        if !requester.peer.isReady {
            guard try requester.peer.greet(&batch) else { return true }
            sockets.local.welcome()
        }
        while requester.mayAsk, !isTurnOver {
            let start = MonotonicClock.nanoseconds
            defer { spent += MonotonicClock.nanoseconds - start }
            guard let frame = try batch.next() else { return true }
            let body = batch.body(of: frame)
            if frame.isCommand {
                requester.peer.answer(body)
            } else if let parts = try requester.add(body, hasMore: frame.hasMore) {
                try take([[Sockets.Way.local] + requester.route] + parts, of: nil)
            }
        }
        return false
    }

    private mutating func end(_ requester: Requester, why: ZMTPError?) throws {
        sockets.local.remove(requester.peer, slot: requester.slot, role: .router)
        // All that it has said has been taken: answers, and its goodbye.
        for name in registry.present(by: [Sockets.Way.local] + requester.route) {
            try dismiss(name, why: "its connection ended")
        }
        if let why { try explain(why, of: requester.peer, at: "request") }
    }

    // MARK: What is said

    /// Whose connection it is, as far as can be told.
    private static func owner(of descriptor: CInt) -> String {
        SocketPeer.process(of: descriptor).map { "process \($0)" } ?? "a process of another container"
    }

    /// The program of the process whose connection it is: one that is started again and again is the same.
    private static func program(behind descriptor: CInt) -> String {
        SocketPeer.process(of: descriptor).flatMap(OtherProcess.program(of:)) ?? ""
    }

    private mutating func explain(_ why: ZMTPError, of peer: Peer, at endpoint: String) throws {
        let who = Self.owner(of: peer.descriptor)
        let place = "at the \(endpoint) socket of this machine: its connection is ended"
        let (reason, fault): (Complaints.Reason, String) =
            switch why {
            case .notZMTP, .badFlags, .unexpected: (.noProtocol, "does not speak ZMTP")
            case .version(let major): (.noProtocol, "speaks version \(major) of ZMTP, which is older than 3,")
            case .mechanism(let name):
                (.unasked, "asks for the security mechanism \(name), and there is none")
            case .refused(let words): (.noProtocol, "refuses the bus (\(words))")
            case .cutOff: (.noProtocol, "hung up before it had greeted")
            case .silent: (.silent, "has not greeted for 5 s")
            case .socket(let type): (.wrongKind, "came with a socket of the kind \(type)")
            case .tooLong(let size): (.tooLarge, "sent a part of \(size) bytes, which is too long,")
            }
        let program = Self.program(behind: peer.descriptor)
        try complain(reason, by: program, "\(who) \(fault) \(place)")
    }
}
