internal import Binnacle
internal import GPSD
internal import NMEA
internal import Platform
internal import Receivers

/// Makes fixes, headings, views of the sky and failures of what a live receiver sends.
struct Station {
    /// Where results go.
    struct Outputs: Sendable {
        var fix: @Sendable (Fix) -> Void
        var heading: @Sendable (Heading) -> Void
        var sky: @Sendable (Sky) -> Void
        var fail: @Sendable (Failure.Code, String) -> Void
        var recover: @Sendable (String) -> Void
        var note: @Sendable (String) -> Void
    }

    /// How long there may be no fix before that is said, seconds; slow receivers have three times their own interval.
    static let patience = 2.6

    let source: Source
    let outputs: Outputs
    private var decoder: SourceDecoder
    /// The name under which the source was opened.
    var name: String
    private var pace = SkyPace()
    private var quality = FixQuality.none
    /// The failure that was told last and still holds.
    private var trouble: String?
    /// Why the source cannot be read, until bytes come again.
    private var lost: Failure.Code?
    /// When the source was opened, or the last fix came, on the monotonic clock.
    private var since: Double?
    private var interval = 0.0
    private var hasFix = false
    var bytes = 0
    var messagesBefore = 0
    var otherDatumBefore = 0

    init(_ source: Source, outputs: Outputs) {
        self.source = source
        self.outputs = outputs
        decoder = SourceDecoder(source)
        name = source.description
    }

    /// What the system had no room for.
    private var overruns = 0

    /// What has been counted so far.
    var counters: ReceiverCounters {
        var counters = decoder.counters
        counters.overruns = overruns
        return counters
    }

    /// Takes a report of the receiver's.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - now: the monotonic clock, seconds.
    mutating func take(_ report: Receiver.Report, at now: Double = MonotonicClock.seconds) {
        switch report {
        case .opened(let name):
            self.name = name
            decoder.begin()
            since = now
            bytes = 0
            messagesBefore = decoder.counters.messages
        case .bytes(let chunk, let receivedAt):
            // What speaks again after a failure was told has time to come to a fix.
            if bytes == 0, trouble != nil { since = now }
            bytes += chunk.count
            lost = nil
            var remarks: [GPSDDecoder.Remark] = []
            var last: FixQuality?
            let outputs = outputs
            var pace = pace
            let begin = MonotonicClock.seconds
            decoder.push(chunk.span, receivedAt: receivedAt) { event in
                last = Self.send(event, outputs, &pace, &remarks) ?? last
            }
            self.pace = pace
            // Readers that are waited for are no receiver that is silent.
            let now = now + MonotonicClock.seconds - begin
            for remark in remarks { take(remark) }
            if let last { noteFix(last, now) }
            watch(now)
        case .silence:
            flush(now)
            watch(now)
        case .failed(let failure):
            flush(now)
            since = nil
            loseFix()
            tell(failure)
        case .paused:
            flush(now)
            since = nil
            loseFix()
            outputs.note("\(source): its writer has gone; waiting for the next")
        case .rested:
            // Nothing is missed while nothing is read.
            flush(now)
            since = nil
            (trouble, lost) = (nil, nil)
            loseFix()
        case .ended:
            flush(now)
            let counters = decoder.counters
            outputs.note("\(source) has ended: \(counters.summary)")
        case .overrun(let count):
            overruns += count
        case .note(let text):
            outputs.note(text)
        }
    }

    /// Hands an event on and returns how good a fix it was, if it was one.
    private static func send(
        _ event: SourceDecoder.Event,
        _ outputs: Outputs,
        _ pace: inout SkyPace,
        _ remarks: inout [GPSDDecoder.Remark]
    ) -> FixQuality? {
        switch event {
        case .measured(.fix(let fix)):
            outputs.fix(fix)
            return FixQuality(fix)
        case .measured(.heading(let heading)): outputs.heading(heading)
        case .measured(.sky(let sky)): if pace.lets(sky) { outputs.sky(sky) }
        case .remark(let remark): remarks.append(remark)
        }
        return nil
    }

    private mutating func flush(_ now: Double) {
        var last: FixQuality?
        let outputs = outputs
        var pace = pace
        // gpsd remarks on nothing in silence.
        var remarks: [GPSDDecoder.Remark] = []
        decoder.flush { last = Self.send($0, outputs, &pace, &remarks) ?? last }
        self.pace = pace
        if let last { noteFix(last, now) }
    }

    /// Says in one line how good fixes are, when that has changed.
    private mutating func note(_ quality: FixQuality) {
        guard quality != self.quality else { return }
        outputs.note("\(source): \(quality.rawValue), was \(self.quality.rawValue)")
        self.quality = quality
    }

    mutating func loseFix() {
        hasFix = false
        note(.none)
    }

    private mutating func noteFix(_ quality: FixQuality, _ now: Double) {
        note(quality)
        if hasFix, let since { interval = now - since }
        since = now
        hasFix = true
        guard trouble != nil else { return }
        trouble = nil
        outputs.recover("\(source) gives fixes again")
    }

    /// Says once that there is no fix, and why, when there has been none for too long.
    private mutating func watch(_ now: Double) {
        guard let since, now - since > max(Self.patience, 3 * interval) else { return }
        loseFix()
        self.since = now
        interval = 0
        let counters = decoder.counters
        defer {
            bytes = 0
            messagesBefore = counters.messages
            otherDatumBefore = counters.nmea.otherDatum
        }
        if let reason = reason(counters) { tellOnce(.locationUnknown, reason) }
    }

    /// Tells why the source cannot be read; the same loss has other words when it is tried again.
    private mutating func tell(_ failure: SourceFailure) {
        guard lost != failure.code else { return }
        lost = failure.code
        trouble = failure.description
        outputs.fail(failure.code, failure.description)
    }

    /// Tells what is wrong behind a connection, until something else is.
    mutating func tellOnce(_ code: Failure.Code, _ message: String) {
        guard trouble != message else { return }
        trouble = message
        outputs.fail(code, message)
    }
}
