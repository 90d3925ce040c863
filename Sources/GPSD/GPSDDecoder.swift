public import Messages
internal import NMEA
public import Receivers

/// What gpsd sends to a client, JSON objects a line of its protocol 3, to fixes, headings, views of the sky and remarks.
///
/// Reports of one time become one fix, published once: gpsd repeats a report while it does not know yet with which sentence the
/// receiver's cycle ends. Of several devices one is followed: that which was asked for, else the first that has a fix.
/// The decoder has no clock: whoever reads calls ``flush(_:)`` when nothing has come for a while.
///
/// Source: gpsd_json(5) of gpsd 3.22.
public struct GPSDDecoder: Sendable {
    /// What came out of the bytes.
    public enum Event: Sendable, Equatable {
        /// An epoch is complete.
        case fix(Fix)
        /// Which way something points.
        case heading(Heading)
        /// The satellites in view.
        case sky(Sky)
        /// What gpsd says of itself and its devices.
        case remark(Remark)
    }

    /// What gpsd says of itself and its devices.
    public enum Remark: Sendable, Equatable {
        /// It is there, of a release.
        case release(String)
        /// It speaks another protocol than 3.
        case otherProtocol(Int)
        /// What comes is no JSON of gpsd's.
        case notGPSD
        /// It has no device at all.
        case noDevice
        /// It does not have the device that was asked for; it has these.
        case unknownDevice([String])
        /// A device was opened, or is in use.
        case opened(String)
        /// A device is gone.
        case lost(String)
        /// It refuses something, in its own words.
        case refusal(String)
    }

    /// After how long without a fix of the followed device another one is followed, seconds.
    static let patience = 5.0
    /// So many lines in a row that are no reports are not gpsd's.
    private static let foreignLines = 3

    private(set) var counted = ReceiverCounters()
    private let wanted: String?
    private var lines = LineBuffer()
    private var epoch = ReportEpoch()
    private var learner = CycleLearner<Int>()
    private var lastTime: Double?
    /// The newest time of a position.
    private var anchor: TimeAnchor?
    private var lastHeading: Double?
    private var followed: (device: String, at: Double)?
    private var foreign = 0
    private var isKnown = false
    /// It speaks another protocol: nothing that it reports counts.
    private var isRefused = false
    /// It was said that there is no device, or not the one that was asked for.
    private var isDeviceMissing = false

    /// Creates a decoder at the start of a connection.
    ///
    /// - Parameter device: the only device whose reports count, by gpsd's name for it.
    public init(device: String? = nil) {
        wanted = device
    }

    /// The request that has gpsd report, a line.
    public static func request(device: String?) -> [UInt8] {
        var watch: JSONObject = ["enable": true, "json": true]
        if let device { watch["device"] = .string(device) }
        return Array("?WATCH=\(JSONValue.object(watch));\n".utf8)
    }

    /// What has been counted so far: reports are `sentences`, lines that are none are `malformed`.
    public var counters: ReceiverCounters {
        var counters = counted
        counters.nmea.malformed += lines.tooLong
        return counters
    }

    /// Whether something has come of an epoch that is not published yet.
    public var isEpochOpen: Bool { epoch.fix != nil }

    /// How many reports of the position have come so far: while it stands still, an open epoch is waited for in vain.
    public private(set) var progress = 0

    /// Takes a chunk of any size; every split of a stream gives the same events.
    ///
    /// - Parameters:
    ///   - bytes: what came.
    ///   - receivedAt: when it came, Unix seconds.
    ///   - body: is handed each event, in order.
    public mutating func push(_ bytes: Span<UInt8>, receivedAt: Double, _ body: (Event) -> Void) {
        var lines = lines
        lines.push(bytes) { take($0, receivedAt, body) }
        self.lines = lines
    }

    /// Closes the epoch that is open and hands over what it says.
    public mutating func flush(_ body: (Event) -> Void) { close(bySilence: true, body) }

    private mutating func take(_ line: Span<UInt8>, _ receivedAt: Double, _ body: (Event) -> Void) {
        guard let report = try? JSONValue.parse(line), let name = report.text("class") else {
            counted.nmea.malformed += 1
            foreign += 1
            if !isKnown, foreign == Self.foreignLines { body(.remark(.notGPSD)) }
            return
        }
        counted.nmea.sentences += 1
        foreign = 0
        switch name {
        case "VERSION": describe(report, body)
        case _ where isRefused: counted.nmea.skipped += 1
        case "DEVICES": devices(report, body)
        case "DEVICE": device(report, body)
        case "ERROR": body(.remark(.refusal(report.text("message") ?? "unknown error")))
        case "TPV", "GST", "SKY", "ATT":
            guard counts(report, receivedAt) else { return }
            if let path = report.text("device") { noteDevice(path, body) }
            measure(name, report, receivedAt, body)
        default: counted.nmea.skipped += 1
        }
    }

    private mutating func measure(
        _ name: String,
        _ report: JSONValue,
        _ receivedAt: Double,
        _ body: (Event) -> Void
    ) {
        switch name {
        case "TPV": position(report, receivedAt, body)
        case "GST": epoch.take(deviations: report)
        case "SKY": epoch.take(sky: report)
        default: attitude(report, receivedAt, body)
        }
    }

    private mutating func describe(_ report: JSONValue, _ body: (Event) -> Void) {
        isKnown = true
        let major = report.number("proto_major").flatMap { Int(exactly: $0) } ?? 0
        isRefused = major != 3
        body(.remark(major == 3 ? .release(report.text("release") ?? "unknown") : .otherProtocol(major)))
    }

    private mutating func devices(_ report: JSONValue, _ body: (Event) -> Void) {
        guard case .array(let entries)? = report["devices"] else { return }
        let paths = entries.compactMap { $0.text("path") }
        if let wanted, !paths.contains(wanted) {
            isDeviceMissing = true
            body(.remark(.unknownDevice(paths)))
        } else if let path = wanted ?? paths.first {
            noteDevice(path, body)
        } else {
            isDeviceMissing = true
            body(.remark(.noDevice))
        }
    }

    /// Says that there is a device, where it was said that there is none.
    private mutating func noteDevice(_ path: String, _ body: (Event) -> Void) {
        guard isDeviceMissing else { return }
        isDeviceMissing = false
        body(.remark(.opened(path)))
    }

    /// A device that has been opened says since when; one that is gone says 0, or nothing.
    private mutating func device(_ report: JSONValue, _ body: (Event) -> Void) {
        guard let path = report.text("path"), wanted == nil || path == wanted else { return }
        if report.text("activated") != nil {
            isDeviceMissing = false
            body(.remark(.opened(path)))
        } else {
            let isFollowed = followed?.device == path
            if isFollowed { followed = nil }
            guard isFollowed || followed == nil else { return }
            // What it said before comes before.
            close(bySilence: false, body)
            isDeviceMissing = true
            body(.remark(.lost(path)))
        }
    }

    /// Whether a report is of the device that is followed, or of none in particular.
    private mutating func counts(_ report: JSONValue, _ now: Double) -> Bool {
        guard let device = report.text("device") else { return wanted == nil || followed == nil }
        if let wanted { return device == wanted }
        if let followed, followed.device != device, abs(now - followed.at) < Self.patience {
            counted.nmea.skipped += 1
            return false
        }
        return true
    }

    private mutating func position(_ report: JSONValue, _ receivedAt: Double, _ body: (Event) -> Void) {
        guard let time = report.time(receivedAt: receivedAt) else {
            // gpsd knows a place before it knows the day.
            if report.number("lat") != nil { counted.nmea.undated += 1 }
            return
        }
        progress &+= 1
        if let open = epoch.time, open != time { close(bySilence: false, body) }
        if anchor?.time != time { anchor = TimeAnchor(time: time, reception: Reception(host: receivedAt)) }
        guard time != lastTime else {
            // More of an epoch that was taken for complete.
            counted.nmea.late += 1
            learner.wasWrong()
            return
        }
        epoch.take(position: report, at: time)
        if epoch.fix != nil, let device = report.text("device") { followed = (device, receivedAt) }
        if learner.isEnd(epoch.reports) { finish(body) }
    }

    private mutating func close(bySilence: Bool, _ body: (Event) -> Void) {
        guard epoch.time != nil else { return }
        learner.learn(epoch.reports, bySilence: bySilence)
        finish(body)
    }

    private mutating func finish(_ body: (Event) -> Void) {
        guard let time = epoch.time else { return }
        counted.nmea.epochs += 1
        lastTime = time
        if let fix = epoch.complete() {
            counted.nmea.fixes += 1
            body(.fix(fix))
        }
        if let sky = epoch.sky(at: time) {
            counted.nmea.skies += 1
            body(.sky(sky))
        }
        epoch = ReportEpoch()
    }

    private mutating func attitude(_ report: JSONValue, _ receivedAt: Double, _ body: (Event) -> Void) {
        let time =
            report.time(receivedAt: receivedAt)
            ?? anchor?.time(at: Reception(host: receivedAt), behind: lastHeading) ?? receivedAt
        guard let heading = Heading(attitude: report, at: time) else { return }
        lastHeading = time
        counted.nmea.headings += 1
        body(.heading(heading))
    }
}
