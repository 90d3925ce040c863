internal import GPSD
internal import NMEA
internal import Receivers

/// Makes events of a live source's bytes, in whichever language it speaks.
struct SourceDecoder {
    /// What came out of the bytes.
    enum Event {
        case measured(ReceiverDecoder.Event)
        case remark(GPSDDecoder.Remark)
    }

    private let source: Source
    /// Of a receiver's own languages, NMEA 0183 and UBX.
    private var receiver = ReceiverDecoder(publishing: .whenComplete)
    /// Of gpsd's JSON, where the source is a gpsd.
    private var gpsd: GPSDDecoder?
    /// What earlier connections to gpsd have counted.
    private var before = ReceiverCounters()

    init(_ source: Source) {
        self.source = source
        begin()
    }

    /// What has been counted so far.
    var counters: ReceiverCounters { gpsd.map { $0.counters.adding(before) } ?? receiver.counters }

    /// Begins anew what a connection begins anew: half a line of gpsd's is no part of the next connection's.
    mutating func begin() {
        guard case .gpsd(_, _, let device) = source else { return }
        before = gpsd == nil ? before : counters
        gpsd = GPSDDecoder(device: device)
    }

    mutating func push(_ bytes: Span<UInt8>, receivedAt: Double, _ body: (Event) -> Void) {
        if gpsd == nil {
            receiver.push(bytes, receivedAt: receivedAt) { body(.measured($0)) }
        } else {
            gpsd?.push(bytes, receivedAt: receivedAt) { body(Event($0)) }
        }
    }

    /// How many messages have joined an epoch so far.
    var progress: Int { gpsd?.progress ?? receiver.progress }

    /// Whether a fix waits for more of its epoch.
    var isEpochOpen: Bool { gpsd?.isEpochOpen ?? receiver.isEpochOpen }

    /// Closes the epoch that is open: nothing of it has come for a while.
    mutating func closeEpoch(_ body: (Event) -> Void) {
        guard gpsd == nil else { return flush(body) }
        receiver.closeEpoch { body(.measured($0)) }
    }

    /// Closes what is open: nothing has come for a while.
    mutating func flush(_ body: (Event) -> Void) {
        if gpsd == nil {
            receiver.flush { body(.measured($0)) }
        } else {
            gpsd?.flush { body(Event($0)) }
        }
    }
}

extension SourceDecoder.Event {
    init(_ event: GPSDDecoder.Event) {
        switch event {
        case .fix(let fix): self = .measured(.fix(fix))
        case .heading(let heading): self = .measured(.heading(heading))
        case .sky(let sky): self = .measured(.sky(sky))
        case .remark(let remark): self = .remark(remark)
        }
    }
}

extension ReceiverCounters {
    /// The sum of what two connections to gpsd have counted.
    fileprivate func adding(_ other: ReceiverCounters) -> ReceiverCounters {
        var sum = self
        sum.nmea.sentences += other.nmea.sentences
        sum.nmea.malformed += other.nmea.malformed
        sum.nmea.skipped += other.nmea.skipped
        sum.nmea.epochs += other.nmea.epochs
        sum.nmea.fixes += other.nmea.fixes
        sum.nmea.headings += other.nmea.headings
        sum.nmea.skies += other.nmea.skies
        sum.nmea.late += other.nmea.late
        sum.nmea.undated += other.nmea.undated
        return sum
    }
}
