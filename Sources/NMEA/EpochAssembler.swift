internal import Messages
internal import Text

/// Joins sentences of the same time of day.
///
/// A sentence either changes the epoch as a whole or, malformed, not at all. RMC, GGA, GNS and GLL begin an epoch; ZDA and
/// GST join one of their own time. GSA and VTG have no time: between sentences of one time they are of its epoch; between two epochs
/// the receiver's order tells (``CycleOrder``), and what comes of them after an epoch has been closed belongs to the next.
struct EpochAssembler: Sendable {
    enum Cause { case nextEpoch, silence, completion }

    private(set) var counters = NMEACounters()

    private let publishing: NMEADecoder.Publishing
    private let reference: Double?
    private var epoch = Epoch()
    private var learner = CycleLearner<CycleKey>()
    /// The last epochs that were closed; a sentence of their time is late.
    private var closed: [TimeOfDay] = []
    private var lastCause = Cause.nextEpoch
    /// The time of day that a sentence gave last, and how it was written.
    private var newest: TimeOfDay?
    private var newestText = FieldText()
    /// How many sentences have joined an epoch so far.
    private(set) var progress = 0
    /// The newest time known of what has been closed.
    private var anchor: TimeAnchor?
    /// GSA's mode in the last epoch that had one.
    private var lastMode: Int?
    /// A second VTG of an epoch, without an RMC of its own, is the next one's, whose first sentence was lost.
    private var heldMotion: Motion?
    /// What has come without a time since the last sentence with one.
    private var seam = EpochSeam()
    private var order = CycleOrder()
    /// A sentence of a type that has a time has come, with its time or without.
    private var hasStarted = false
    private var heldDeviations: (time: TimeOfDay, value: Epoch.Deviations)?
    private var heldErrors: (time: TimeOfDay, value: Epoch.Deviations)?
    private var sky = SkyAssembler()
    /// The satellites of the last epoch that named them.
    private var lastUsed: SatelliteSet?
    /// The datum of the positions that follow.
    private var datum = Datum.wgs84
    /// A rate of turn that no heading has carried yet, degrees a second.
    private var turn: (time: Double, rate: Double)?
    /// The time of the heading that was told last.
    private var lastHeading: Double?
    /// Headings of a recording that wait for the next time, and the time from which on they are spread, where that is not the
    /// epoch's.
    private var queue = HeadingQueue()
    private var queueStart: Double?
    /// How many VHW have come since another sentence told the heading, which they only repeat.
    private var repeatedHeadings = Self.longestSilence
    /// After so many VHW without another heading theirs is the only one.
    private static let longestSilence = 3

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
        let reception = Reception(host: receivedAt, tag: sentence.tagTime)
        switch type {
        case .rmc, .gga, .gns, .gll:
            let time = time(of: sentence, type.timeField)
            if !hasStarted { noteStart() }
            if closesPrevious(time) { close(by: .nextEpoch, next: time, body) }
            if !queue.isEmpty, epoch.time == nil { tellHeadings(next: time, body) }
            if joinTimed(sentence, type, at: time, reception) { close(by: .completion, body) }
            if epoch.time == nil { tellSky(reception.time, body) }
        case .vtg, .gsa:
            if joinUntimed(sentence, type) { close(by: .completion, body) }
        case .gst, .gbs, .zda:
            if joinCompanion(sentence, type, reception) { close(by: .completion, body) }
        case .hdg, .hdm, .hdt, .ths, .vhw, .pashr:
            join(heading: sentence, type, reception, body)
        case .gsv:
            if !sky.take(sentence) { counters.malformed += 1 }
        case .dtm:
            datum = Datum(sentence)
        case .rot:
            turn = sentence.turnRate.flatMap { rate in
                headingTime(sentence, type, reception).map { (time: $0, rate: rate) }
            }
        }
    }

    /// Takes a time that another protocol of the same receiver says.
    mutating func note(time: Double, receivedAt: Double?, _ body: (NMEADecoder.Event) -> Void) {
        if epoch.time == nil {
            if !queue.isEmpty { tellHeadings(to: time, body) }
            queueStart = nil
        }
        anchor = TimeAnchor(time: time, reception: Reception(host: receivedAt))
    }

    // What reads the state alone is mutating all the same: who is not would be handed a copy of it.

    /// Whether a sentence is of another time than the open epoch.
    private mutating func closesPrevious(_ time: TimeOfDay?) -> Bool {
        guard let open = epoch.time, let time else { return false }
        return !open.isSameEpoch(as: time)
    }

    /// The time of day that a sentence has in a field: mostly that of the sentence before.
    private mutating func time(of sentence: borrowing SentenceFields, _ field: Int) -> TimeOfDay? {
        if !newestText.keep(field...field, of: sentence) { newest = sentence.timeOfDay(field) }
        return newest
    }

    private mutating func joinTimed(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        at time: TimeOfDay?,
        _ reception: Reception
    ) -> Bool {
        guard let time else {
            counters.malformed += sentence.isEmpty(type.timeField) ? 0 : 1
            return false
        }
        if epoch.time == nil {
            guard !closed.contains(where: { $0.isSameEpoch(as: time) }) else {
                counters.late += 1
                if lastCause == .completion { learner.wasWrong() }
                return false
            }
            noteBeginning()
            epoch.time = time
            epoch.reception = reception
            queueStart = nil
            if let held = heldDeviations, held.time.isSameEpoch(as: time) { epoch.deviations = held.value }
            if let held = heldErrors, held.time.isSameEpoch(as: time) { epoch.expectedErrors = held.value }
            if let held = heldMotion, epoch.occurrences(of: .vtg) == 0 { epoch.take(held) }
            heldDeviations = nil
            heldErrors = nil
            heldMotion = nil
        }
        if datum != .wgs84 { epoch.datum = datum }
        proveSeam()
        progress &+= 1
        epoch.apply(sentence, type)
        return isComplete(with: epoch.count(type))
    }

    private mutating func joinUntimed(_ sentence: borrowing SentenceFields, _ type: SentenceType) -> Bool {
        progress &+= 1
        guard epoch.time != nil else {
            if lastCause == .completion, !learner.isBySilence, !order.leads(type) {
                counters.late += 1
                learner.wasWrong()
                return false
            }
            var beginning = EpochSeam()
            beginning.take(sentence, type)
            if !hasStarted { seam.take(sentence, type) }
            epoch.join(beginning, type)
            return false
        }
        if type == .vtg {
            let before = epoch.occurrences(of: .vtg) + seam.occurrences(of: .vtg)
            if before > 0, epoch.minimaBeforeMotion == epoch.occurrences(of: .rmc) {
                heldMotion = sentence.motion
                return false
            }
            epoch.minimaBeforeMotion = epoch.occurrences(of: .rmc)
        }
        seam.take(sentence, type)
        let count = epoch.occurrences(of: type) &+ seam.occurrences(of: type)
        return !order.leads(type) && isComplete(with: CycleKey(type: type, occurrence: count))
    }

    /// Notes what was in front of the stream's first sentence that has a time.
    private mutating func noteStart() {
        hasStarted = true
        if !seam.isEmpty { order.sawStart(with: seam) }
        seam = EpochSeam()
    }

    /// Notes what was behind a live receiver's pause, in front of an epoch's first time.
    private mutating func noteBeginning() {
        guard lastCause == .silence, publishing == .whenComplete else { return }
        for type in EpochSeam.types where epoch.occurrences(of: type) > 0 {
            order.sawPause(leading: true, type)
        }
    }

    /// Another sentence of the open epoch has come: what was in front of it is of the same.
    private mutating func proveSeam() {
        guard !seam.isEmpty else { return }
        for type in seam.types {
            epoch.join(seam, type)
            order.sawInside(type)
        }
        if let motion = seam.motion { epoch.take(motion) }
        seam = EpochSeam()
    }

    /// Gives the open epoch what it has of the seam behind it, and returns the rest.
    private mutating func cutSeam(_ cause: Cause) -> EpochSeam {
        let seam = seam
        self.seam = EpochSeam()
        guard !seam.isEmpty else { return seam }
        let isPause = cause == .silence && publishing == .whenComplete
        if !isPause { order.saw(seam, behind: epoch.witness) }
        for type in seam.types {
            if isPause { order.sawPause(leading: false, type) }
            if isPause || cause == .completion || !order.leads(type) { epoch.join(seam, type) }
        }
        return seam
    }

    private mutating func joinCompanion(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ reception: Reception
    ) -> Bool {
        guard let time = time(of: sentence, 1) else { return false }
        let isOpen = epoch.time?.isSameEpoch(as: time) == true
        if isOpen {
            proveSeam()
            progress &+= 1
        }
        switch type {
        case .zda:
            guard let day = sentence.zdaDay else { return false }
            if isOpen { epoch.day = day }
            anchor = TimeAnchor(time: seconds(of: time, on: day, reception), reception: reception)
        case .gbs:
            guard let errors = sentence.deviations(2) else { return false }
            if isOpen { epoch.expectedErrors = errors } else { heldErrors = (time, errors) }
        default:
            guard let deviations = sentence.deviations(6) else { return false }
            if isOpen { epoch.deviations = deviations } else { heldDeviations = (time, deviations) }
        }
        return isOpen && isComplete(with: epoch.count(type))
    }

    private mutating func isComplete(with key: CycleKey) -> Bool {
        publishing == .whenComplete && epoch.time != nil && learner.isEnd(key)
    }

    /// Ends the open epoch and hands on its fix, if it has one, and the sky that was seen meanwhile.
    mutating func close(
        by cause: Cause,
        next: TimeOfDay? = nil,
        _ body: (NMEADecoder.Event) -> Void
    ) {
        guard let time = epoch.time else {
            guard cause == .silence else { return }
            // What a pause has parted from the time behind it is of an epoch whose own time was not heard.
            if publishing == .whenComplete {
                epoch = Epoch()
                seam = EpochSeam()
                heldMotion = nil
            }
            tellSky(nil, body)
            if !queue.isEmpty { tellHeadings(to: nil, body) }
            return
        }
        order.completed(epoch.witness)
        let seam = cutSeam(cause)
        if epoch.hasUsed { lastUsed = epoch.used }
        if let fix = endEpoch(at: time, by: cause) { body(.fix(fix)) }
        tellSky(nil, body)
        if !queue.isEmpty { tellHeadings(next: next, body) }
        if cause == .nextEpoch { begin(with: seam) }
    }

    /// Begins the next epoch with what it has of the seam in front of it.
    private mutating func begin(with seam: EpochSeam) {
        for type in seam.types where order.leads(type) {
            epoch.join(seam, type)
        }
    }

    private mutating func endEpoch(at time: TimeOfDay, by cause: Cause) -> Fix? {
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
        if let day = epoch.day, seconds != time.time(on: day) { counters.rolledOver += 1 }
        anchor = TimeAnchor(time: seconds, reception: epoch.reception)
        guard let fix = epoch.fix(at: seconds, lastMode: lastMode) else { return nil }
        guard epoch.datum != .wgs84 else {
            counters.fixes += 1
            return fix
        }
        guard let fix = epoch.datum.corrected(fix) else {
            counters.otherDatum += 1
            return nil
        }
        counters.fixes += 1
        return fix
    }

    /// Hands on the sky, when one has come, at the time that is known last.
    private mutating func tellSky(_ receivedAt: Double?, _ body: (NMEADecoder.Event) -> Void) {
        guard sky.isPending, let time = anchor?.time ?? receivedAt ?? reference,
            let view = sky.sky(at: time, used: lastUsed)
        else { return }
        counters.skies += 1
        body(.sky(view))
    }

    /// Unix seconds of an epoch.
    private mutating func seconds(of epoch: borrowing Epoch, at time: TimeOfDay) -> Double? {
        if let day = epoch.day { return seconds(of: time, on: day, epoch.reception) }
        guard let reference = present(epoch.reception) else { return nil }
        return time.time(nearest: reference)
    }

    /// Unix seconds of a time on a day that a receiver says, which may be of an earlier GPS week by 1024 weeks or more.
    private mutating func seconds(of time: TimeOfDay, on day: CalendarDay, _ reception: Reception) -> Double {
        let seconds = time.time(on: day)
        guard reception.isLive, let now = reception.host else { return seconds }
        return seconds + (WeekRollover.correction(of: seconds, at: now) ?? 0)
    }

    /// What the time is about: the newest known carried on by the clock of who received it, else what that says.
    private mutating func present(_ reception: Reception) -> Double? {
        guard let anchor else { return reception.time ?? reference }
        return anchor.time(at: reception)
    }

    /// The newest time of the receiver's, and when its bytes came.
    private mutating func newestAnchor() -> TimeAnchor? {
        if let time = epoch.time, let open = seconds(of: epoch, at: time) {
            return TimeAnchor(time: open, reception: epoch.reception)
        }
        return anchor
    }

    private mutating func join(
        heading sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ reception: Reception,
        _ body: (NMEADecoder.Event) -> Void
    ) {
        guard !isRepeated(type) else { return }
        guard let time = headingTime(sentence, type, reception) else {
            counters.undated += sentence.isEmpty(1) ? 0 : 1
            return
        }
        guard var heading = sentence.heading(type, at: time) else { return }
        if let turn, abs(time - turn.time) <= 1 { heading.turnRate = turn.rate }
        turn = nil
        if type != .vhw { repeatedHeadings = 0 }
        counters.headings += 1
        guard publishing == .atNextEpoch, type != .pashr, let newest = newestAnchor() else {
            lastHeading = time
            body(.heading(heading))
            return
        }
        if queue.isEmpty, queueStart == nil, epoch.time == nil { queueStart = newest.time }
        queue.add(heading, type, elapsed: reception.elapsed(since: newest.reception))
        if queue.isFull { tellHeadings(to: nil, body) }
    }

    /// Hands on the headings that wait, spread up to a time of day.
    private mutating func tellHeadings(next time: TimeOfDay?, _ body: (NMEADecoder.Event) -> Void) {
        tellHeadings(
            to: time.flatMap { time in newestAnchor().flatMap { time.time(nearest: $0.time) } },
            body
        )
        queueStart = nil
    }

    /// Hands on the headings that wait, spread up to a time, or by their own interval.
    private mutating func tellHeadings(to end: Double?, _ body: (NMEADecoder.Event) -> Void) {
        guard let start = queueStart ?? newestAnchor()?.time else { return }
        queueStart = queue.release(from: start, to: end) { body(.heading($0)) }
    }

    /// Whether a VHW only repeats what a compass says itself.
    private mutating func isRepeated(_ type: SentenceType) -> Bool {
        guard type == .vhw, repeatedHeadings < Self.longestSilence else { return false }
        repeatedHeadings += 1
        return true
    }

    /// PASHR's own time; the others have the newest of the receiver's, and what has elapsed since its bytes came.
    ///
    /// So headings are in one scale with the fixes, whatever the host's clock says, and those of a compass go on when the receiver
    /// falls silent. Between them the time does not step back because an epoch came sooner than the one before.
    private mutating func headingTime(
        _ sentence: borrowing SentenceFields,
        _ type: SentenceType,
        _ reception: Reception
    ) -> Double? {
        if type == .pashr {
            guard let time = sentence.timeOfDay(1), let near = present(reception) else { return nil }
            return time.time(nearest: near)
        }
        guard let newest = newestAnchor() else { return reception.time ?? reference }
        return newest.time(at: reception, behind: lastHeading)
    }
}
