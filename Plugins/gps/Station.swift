internal import Binnacle
internal import NMEA
internal import Platform

/// Makes fixes, headings and failures of what a live receiver sends.
struct Station {
    /// Where results go.
    struct Outputs: Sendable {
        var fix: @Sendable (Fix) -> Void
        var heading: @Sendable (Heading) -> Void
        var fail: @Sendable (Failure.Code, String) -> Void
        var recover: @Sendable (String) -> Void
        var note: @Sendable (String) -> Void
    }

    /// How long there may be no fix before that is said, seconds; slow receivers have three times their own interval.
    static let patience = 3.0

    private let source: Source
    private let outputs: Outputs
    private var decoder: NMEADecoder
    /// The failure that was told last and still holds.
    private var trouble: String?
    /// Why the source cannot be read, until bytes come again.
    private var lost: Failure.Code?
    /// When the source was opened, or the last fix came, on the monotonic clock.
    private var since: Double?
    private var interval = 0.0
    private var hasFix = false
    private var bytes = 0
    private var sentencesBefore = 0

    init(_ source: Source, outputs: Outputs) {
        self.source = source
        self.outputs = outputs
        decoder = NMEADecoder(publishing: .whenComplete)
    }

    /// What has been counted so far.
    var counters: NMEACounters { decoder.counters }

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
            sentencesBefore = decoder.counters.sentences
        case .bytes(let chunk, let receivedAt):
            bytes += chunk.count
            lost = nil
            var hadFix = false
            let outputs = outputs
            decoder.push(chunk.span, receivedAt: receivedAt) { event in
                hadFix = Self.send(event, outputs) || hadFix
            }
            if hadFix { noteFix(now) }
            watch(now)
        case .silence:
            flush(now)
            watch(now)
        case .failed(let failure):
            flush(now)
            since = nil
            hasFix = false
            tell(failure.code, failure.description)
        case .paused:
            flush(now)
            since = nil
            hasFix = false
            outputs.note("\(source): its writer has gone; waiting for the next")
        case .ended:
            flush(now)
            let counters = decoder.counters
            outputs.note("\(source) has ended: \(counters.summary)")
        }
    }

    /// Hands an event on and returns whether it was a fix.
    private static func send(_ event: NMEADecoder.Event, _ outputs: Outputs) -> Bool {
        switch event {
        case .fix(let fix):
            outputs.fix(fix)
            return true
        case .heading(let heading):
            outputs.heading(heading)
            return false
        }
    }

    private mutating func flush(_ now: Double) {
        guard let event = decoder.flush() else { return }
        if Self.send(event, outputs) { noteFix(now) }
    }

    private mutating func noteFix(_ now: Double) {
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
        hasFix = false
        self.since = now
        interval = 0
        let sentences = decoder.counters.sentences
        defer {
            bytes = 0
            sentencesBefore = sentences
        }
        if bytes == 0 {
            tell(.locationUnknown, "nothing comes from \(source); is the receiver switched on?")
        } else if sentences == sentencesBefore {
            tell(
                .locationUnknown,
                "no NMEA sentences in what comes from \(source); is the speed right (?baud=N)?"
            )
        } else if decoder.counters.headings == 0 || decoder.counters.epochs > 0 {
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
