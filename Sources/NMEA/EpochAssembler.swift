internal import Messages

/// Joins sentences of the same time of day.
///
/// A sentence either changes the epoch as a whole or, malformed, not at all. RMC, GGA, GNS and GLL begin an epoch; ZDA and
/// GST join one of their own time; GSA and VTG, which have no time, belong to the open one, and what comes of them
/// after an epoch has been closed belongs to the next.
struct EpochAssembler: Sendable {
    enum Cause { case nextEpoch, silence, completion }

    private(set) var counters = NMEACounters()

    private let publishing: NMEADecoder.Publishing
    private let reference: Double?
    private var epoch = Epoch()
    private var learner = CycleLearner()
    /// The last epochs that were closed; a sentence of their time is late.
    private var closed: [TimeOfDay] = []
    private var lastCause = Cause.nextEpoch
    /// The newest time known, and when its bytes came.
    private var anchor: (time: Double, receivedAt: Double?)?
    /// GSA's mode in the last epoch that had one.
    private var lastMode: Int?
    /// A second VTG of an epoch, without an RMC of its own, is the next one's, whose first sentence was lost.
    private var heldMotion: Motion?
    private var heldDeviations: (time: TimeOfDay, value: Epoch.Deviations)?

    init(reference: Double?, publishing: NMEADecoder.Publishing) {
        self.reference = reference
        self.publishing = publishing
    }

    var isOpen: Bool { epoch.time != nil }

    /// Takes a sentence and hands on what it completed: up to two epochs, or a heading.
    mutating func join(
        _ sentence: borrowing SentenceFields,
        receivedAt: Double?,
        _ body: (NMEADecoder.Event) -> Void
    ) {
        guard let type = sentence.type else {
            counters.skipped += 1
            return
        }
        guard sentence.count >= type.leastFields else {
            counters.malformed += 1
            return
        }
        let receivedAt = sentence.tagTime ?? receivedAt
        switch type {
        case .rmc, .gga, .gns, .gll:
            if let event = closePrevious(sentence, type) { body(event) }
            if let event = joinTimed(sentence, type, receivedAt) { body(event) }
        case .vtg, .gsa:
            if let event = joinUntimed(sentence, type) { body(event) }
        case .gst, .zda:
            if let event = joinCompanion(sentence, type, receivedAt) { body(event) }
        case .hdg, .hdm, .hdt, .ths:
            if let event = heading(sentence, type, receivedAt) { body(event) }
        }
    }

    /// Closes the open epoch when a sentence is of another time.
    private mutating func closePrevious(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType
    ) -> NMEADecoder.Event? {
        guard let open = epoch.time, let time = sentence.timeOfDay(type.timeField),
            !open.isSameEpoch(as: time)
        else { return nil }
        return close(by: .nextEpoch)
    }

    private mutating func joinTimed(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ receivedAt: Double?
    ) -> NMEADecoder.Event? {
        guard let time = sentence.timeOfDay(type.timeField) else {
            counters.malformed += sentence.isEmpty(type.timeField) ? 0 : 1
            return nil
        }
        if epoch.time == nil {
            guard !closed.contains(where: { $0.isSameEpoch(as: time) }) else {
                counters.late += 1
                if lastCause == .completion { learner.wasWrong() }
                return nil
            }
            epoch.time = time
            epoch.receivedAt = receivedAt
            if let held = heldDeviations, held.time.isSameEpoch(as: time) { epoch.deviations = held.value }
            if let held = heldMotion, epoch.occurrences(of: .vtg) == 0 { epoch.take(held) }
            heldDeviations = nil
            heldMotion = nil
        }
        epoch.apply(sentence, type)
        return complete(with: epoch.count(type))
    }

    private mutating func joinUntimed(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType
    ) -> NMEADecoder.Event? {
        if epoch.time == nil, lastCause == .completion, !learner.isBySilence {
            counters.late += 1
            learner.wasWrong()
            return nil
        }
        if type == .vtg, epoch.time != nil {
            if epoch.occurrences(of: .vtg) > 0, epoch.minimaBeforeMotion == epoch.occurrences(of: .rmc) {
                heldMotion = sentence.motion
                return nil
            }
            epoch.minimaBeforeMotion = epoch.occurrences(of: .rmc)
        }
        epoch.apply(sentence, type)
        return complete(with: epoch.count(type))
    }

    private mutating func joinCompanion(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ receivedAt: Double?
    ) -> NMEADecoder.Event? {
        guard let time = sentence.timeOfDay(1) else { return nil }
        let isOpen = epoch.time?.isSameEpoch(as: time) == true
        if type == .zda {
            guard let day = sentence.zdaDay else { return nil }
            if isOpen { epoch.day = day }
            anchor = (time.time(on: day), receivedAt)
        } else {
            guard let deviations = sentence.deviations else { return nil }
            if isOpen { epoch.deviations = deviations } else { heldDeviations = (time, deviations) }
        }
        return isOpen ? complete(with: epoch.count(type)) : nil
    }

    private mutating func complete(with key: CycleKey) -> NMEADecoder.Event? {
        guard publishing == .whenComplete, epoch.time != nil, learner.isEnd(key) else { return nil }
        return close(by: .completion)
    }

    /// Ends the open epoch.
    mutating func close(by cause: Cause) -> NMEADecoder.Event? {
        guard let time = epoch.time else { return nil }
        let epoch = epoch
        self.epoch = Epoch()
        lastCause = cause
        if cause != .completion { learner.learn(epoch.last, bySilence: cause == .silence) }
        if closed.count >= 4 { closed.removeFirst() }
        closed.append(time)
        counters.epochs += 1
        defer { lastMode = epoch.mode ?? lastMode }

        guard let seconds = seconds(of: epoch, at: time) else {
            counters.undated += 1
            return nil
        }
        anchor = (seconds, epoch.receivedAt)
        guard let fix = epoch.fix(at: seconds, lastMode: lastMode) else { return nil }
        counters.fixes += 1
        return .fix(fix)
    }

    /// Unix seconds of an epoch.
    private func seconds(of epoch: Epoch, at time: TimeOfDay) -> Double? {
        if let day = epoch.day { return time.time(on: day) }
        guard let reference = present(epoch.receivedAt) else { return nil }
        return time.time(nearest: reference)
    }

    /// What the time is about: the newest known carried on by the receiver's host's clock, else what the host says.
    private func present(_ receivedAt: Double?) -> Double? {
        guard let anchor else { return receivedAt ?? reference }
        guard let now = receivedAt, let then = anchor.receivedAt else { return anchor.time }
        // A longer pause, or one to the past, is the host's clock being set.
        let elapsed = now - then
        return elapsed >= 0 && elapsed < 864_000 ? anchor.time + elapsed : anchor.time
    }

    private mutating func heading(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ receivedAt: Double?
    ) -> NMEADecoder.Event? {
        let open = epoch.time.flatMap { seconds(of: epoch, at: $0) }
        guard let time = open ?? anchor?.time ?? receivedAt ?? reference else {
            counters.undated += sentence.isEmpty(1) ? 0 : 1
            return nil
        }
        guard let heading = sentence.heading(type, at: time) else { return nil }
        counters.headings += 1
        return .heading(heading)
    }
}
