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
    /// How long an epoch stays open while other things alone come, such as a compass's, seconds: longer than slow lines need between
    /// the sentences of one.
    private static let longestWait = 1.0
    /// How long the bytes of a receiver that goes on sending stay away, seconds: what has been silent for longer may be so for good.
    private static let pause = 1.2

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
    /// When bytes came last, and when there was something in them that was understood; before that, when the source was opened.
    private var heardAt = 0.0
    private var understoodAt = 0.0
    /// No bytes have come since the source was opened, or since that was said.
    private var isSilent = true
    /// What is wrong behind a connection has been told and lasts, whatever else there is to say.
    private var isDeviceLost = false
    /// How many messages had joined an epoch, and when that was last more than before, without the time that was spent on them.
    private var progress = 0
    private var progressedAt = 0.0
    private var spent = 0.0
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
            (heardAt, understoodAt) = (now, now)
            isSilent = true
            isDeviceLost = false
        case .bytes(let chunk, let receivedAt):
            // What speaks again after a failure was told has time to come to a fix.
            if isSilent, trouble != nil { since = now }
            isSilent = false
            lost = nil
            let messages = decoder.counters.messages
            let idle = now - spent
            let isOverdue = decoder.isEpochOpen && idle - progressedAt > Self.longestWait
            let (outcomes, took) = decode { decoder, body in
                if isOverdue { decoder.closeEpoch(body) }
                decoder.push(chunk.span, receivedAt: receivedAt, body)
            }
            // Readers that are waited for are no receiver that is silent.
            let now = now + took
            if decoder.progress != progress { (progress, progressedAt) = (decoder.progress, idle) }
            heardAt = now
            if decoder.counters.messages > messages { understoodAt = now }
            take(outcomes, now)
            watch(now)
        case .silence:
            flush(now)
            watch(now)
        case .failed(let failure):
            flush(now)
            since = nil
            isDeviceLost = false
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
            isDeviceLost = false
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

    /// What a chunk has brought that the station itself heeds.
    private enum Outcome {
        case fix(FixQuality)
        case remark(GPSDDecoder.Remark)
    }

    /// Hands an event on and adds what is to be heeded of it; of fixes in a row the last.
    private static func send(
        _ event: SourceDecoder.Event,
        _ outputs: Outputs,
        _ pace: inout SkyPace,
        _ outcomes: inout [Outcome]
    ) {
        switch event {
        case .measured(.fix(let fix)):
            outputs.fix(fix)
            if case .fix? = outcomes.last { outcomes.removeLast() }
            outcomes.append(.fix(FixQuality(fix)))
        case .measured(.heading(let heading)): outputs.heading(heading)
        case .measured(.sky(let sky)): if pace.lets(sky) { outputs.sky(sky) }
        case .remark(let remark): outcomes.append(.remark(remark))
        }
    }

    private mutating func flush(_ now: Double) {
        take(decode { $0.flush($1) }.outcomes, now)
    }

    /// Has the decoder do something and hands on what comes of it; returns what is to be heeded, and the seconds that took.
    private mutating func decode(
        _ step: (inout SourceDecoder, (SourceDecoder.Event) -> Void) -> Void
    ) -> (outcomes: [Outcome], took: Double) {
        var outcomes: [Outcome] = []
        let outputs = outputs
        var pace = pace
        let begin = MonotonicClock.seconds
        step(&decoder) { Self.send($0, outputs, &pace, &outcomes) }
        let took = MonotonicClock.seconds - begin
        self.pace = pace
        spent += took
        return (outcomes, took)
    }

    private mutating func take(_ outcomes: [Outcome], _ now: Double) {
        for outcome in outcomes {
            switch outcome {
            case .fix(let quality): noteFix(quality, now)
            case .remark(let remark): take(remark, now)
            }
        }
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
        isDeviceLost = false
        otherDatumBefore = decoder.counters.nmea.otherDatum
        guard trouble != nil else { return }
        trouble = nil
        outputs.recover("\(source) gives fixes again")
    }

    /// Says once that there is no fix, and why, when there has been none for too long.
    private mutating func watch(_ now: Double) {
        let patience = max(Self.patience, 3 * interval)
        guard let since, now - since > patience else { return }
        loseFix()
        guard !isDeviceLost else { return }
        let pause = max(Self.pause, 1.2 * interval)
        let (quiet, foreign) = (now - heardAt, now - understoodAt)
        // What has just become silent, or what nobody understands, may be about to be so for good: then that is the reason.
        if (pause...patience).contains(quiet) || (pause...patience).contains(foreign) { return }
        isSilent = quiet > patience
        self.since = now
        interval = 0
        let counters = decoder.counters
        let reason =
            isSilent ? silence : foreign > patience ? foreignWords : reason(counters)
        otherDatumBefore = counters.nmea.otherDatum
        if let reason { tellOnce(.locationUnknown, reason) }
    }

    /// Says that the device behind a connection that goes on is gone.
    mutating func lose(_ message: String) {
        loseFix()
        isDeviceLost = true
        tellOnce(.deviceLost, message)
    }

    /// Gives the device behind a connection, which is there again, time to come to a fix.
    mutating func waitForFix(_ now: Double) {
        isDeviceLost = false
        since = now
    }

    /// Tells why the source cannot be read; the same loss has other words when it is tried again.
    private mutating func tell(_ failure: SourceFailure) {
        guard lost != failure.code else { return }
        lost = failure.code
        trouble = failure.description
        outputs.fail(failure.code, failure.description)
    }

    /// Tells what is wrong behind a connection, until something else is.
    private mutating func tellOnce(_ code: Failure.Code, _ message: String) {
        guard trouble != message else { return }
        trouble = message
        outputs.fail(code, message)
    }
}
