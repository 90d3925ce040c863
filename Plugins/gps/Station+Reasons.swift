internal import Binnacle
internal import GPSD
internal import NMEA
internal import Receivers

extension Station {
    /// What to do about a source of which nothing comes.
    var silence: String { "nothing comes from \(name); \(question)" }

    /// Why what is understood has no fix in it, and what to do; `nil` for a compass, which never has one.
    func reason(_ counters: ReceiverCounters) -> String? {
        if case .gpsd = source {
            return "\(source) has no fix yet; give its receiver's antenna a view of the sky"
        }
        if counters.nmea.otherDatum > otherDatumBefore {
            return
                "\(name) gives places in another datum and does not say how far that is from WGS 84; set it to WGS 84"
        }
        guard counters.nmea.headings == 0 || counters.nmea.epochs > 0 else { return nil }
        return "\(name) has no fix yet; give the antenna a view of the sky"
    }

    /// What a source that says nothing may be asked.
    private var question: String {
        switch source {
        case .gpsd: "does gpsd have a receiver? 'gpsdctl add /dev/ttyACM0' gives it one"
        case .tcp: "is its receiver switched on?"
        case .listener, .udp: "does the sender send to this port?"
        case .file, .pipe, .standardInput, .serial: "is the receiver switched on?"
        }
    }

    /// What to do about bytes that are not understood.
    var foreignWords: String {
        switch source {
        case .gpsd: "what comes from \(source) is no JSON of gpsd's; correct host and port"
        case .serial(_, nil, _):
            "neither NMEA sentences nor UBX frames in what comes from \(name) yet; other speeds are being tried (?baud=N sets one)"
        case .serial:
            "neither NMEA sentences nor UBX frames in what comes from \(name); is the speed right (?baud=N)?"
        case .file, .pipe, .standardInput, .tcp, .listener, .udp:
            "neither NMEA sentences nor UBX frames in what comes from \(name); is it a receiver's?"
        }
    }

    /// Passes on what gpsd says of itself and its devices.
    mutating func take(_ remark: GPSDDecoder.Remark, _ now: Double) {
        switch remark {
        case .release(let release):
            waitForFix(now)
            outputs.note("\(source): gpsd \(release)")
        case .opened(let device):
            waitForFix(now)
            outputs.note("\(source): gpsd reads \(device)")
        case .otherProtocol(let major):
            lose("\(source) speaks protocol \(major) of gpsd; 3 is understood, that of gpsd 3")
        case .notGPSD: lose("what answers at \(source) is no gpsd; correct host and port")
        case .noDevice: lose("\(source) has no receiver; give it one: gpsdctl add /dev/ttyACM0")
        case .unknownDevice(let paths):
            let others = paths.isEmpty ? "it has none" : "it has \(paths.joined(separator: ", "))"
            lose("\(source): gpsd does not have that device; \(others)")
        case .lost(let device): lose("\(source): gpsd has lost \(device); plug it in again")
        case .refusal(let words): outputs.note("\(source): gpsd refuses: \(words)")
        }
    }
}
