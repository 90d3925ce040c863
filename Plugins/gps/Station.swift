internal import Binnacle
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
    static let patience = 3.0

    private let source: Source
    private let outputs: Outputs
    private var decoder: ReceiverDecoder
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
    private var bytes = 0
    private var messagesBefore = 0

    init(_ source: Source, outputs: Outputs) {
        self.source = source
        self.outputs = outputs
        decoder = ReceiverDecoder(publishing: .whenComplete)
    }

    /// What has been counted so far.
    var counters: ReceiverCounters { decoder.counters }

    /// Takes a report of the receiver's.
    ///
    /// - Parameters:
    ///   - report: what happened.
    ///   - now: the monotonic clock, seconds.
    mutating func take(_ report: Receiver.Report, at now: Double = MonotonicClock.seconds) {
        switch report {
        case .opened:
            since = now
            bytes = 0
            messagesBefore = decoder.counters.messages
        case .bytes(let chunk, let receivedAt):
            bytes += chunk.count
            lost = nil
            var last: FixQuality?
            let outputs = outputs
            var pace = pace
            decoder.push(chunk.span, receivedAt: receivedAt) { event in
                last = Self.send(event, outputs, &pace) ?? last
            }
            self.pace = pace
            if let last { noteFix(last, now) }
            watch(now)
        case .silence:
            flush(now)
            watch(now)
        case .failed(let failure):
            flush(now)
            since = nil
            loseFix()
            tell(failure.code, failure.description)
        case .paused:
            flush(now)
            since = nil
            loseFix()
            outputs.note("\(source): its writer has gone; waiting for the next")
        case .ended:
            flush(now)
            let counters = decoder.counters
            outputs.note("\(source) has ended: \(counters.summary)")
        }
    }

    /// Hands an event on and returns how good a fix it was, if it was one.
    private static func send(
        _ event: ReceiverDecoder.Event,
        _ outputs: Outputs,
        _ pace: inout SkyPace
    ) -> FixQuality? {
        switch event {
        case .fix(let fix):
            outputs.fix(fix)
            return FixQuality(fix)
        case .heading(let heading): outputs.heading(heading)
        case .sky(let sky): if pace.lets(sky) { outputs.sky(sky) }
        }
        return nil
    }

    private mutating func flush(_ now: Double) {
        var last: FixQuality?
        let outputs = outputs
        var pace = pace
        decoder.flush { last = Self.send($0, outputs, &pace) ?? last }
        self.pace = pace
        if let last { noteFix(last, now) }
    }

    /// Says in one line how good fixes are, when that has changed.
    private mutating func note(_ quality: FixQuality) {
        guard quality != self.quality else { return }
        outputs.note("\(source): \(quality.rawValue), was \(self.quality.rawValue)")
        self.quality = quality
    }

    private mutating func loseFix() {
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
        }
        if bytes == 0 {
            tell(.locationUnknown, "nothing comes from \(source); is the receiver switched on?")
        } else if counters.messages == messagesBefore {
            tell(
                .locationUnknown,
                "neither NMEA sentences nor UBX frames in what comes from \(source); is the speed right (?baud=N)?"
            )
        } else if counters.nmea.otherDatum > 0 {
            tell(.locationUnknown, "\(source) gives places in another datum; set the receiver to WGS 84")
        } else if counters.nmea.headings == 0 || counters.nmea.epochs > 0 {
            tell(.locationUnknown, "\(source) has no fix yet; give the antenna a view of the sky")
        }
    }

    private mutating func tell(_ code: Failure.Code, _ message: String) {
        if code == .locationUnknown {
            guard trouble != message else { return }
        } else {
            // The same loss has other words when it is tried again.
            guard lost != code else { return }
            lost = code
        }
        trouble = message
        outputs.fail(code, message)
    }
}
