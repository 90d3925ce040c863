import TestSupport

/// A receiver of nobody's: its habits are drawn by a seed, and what it says is known.
struct SyntheticReceiver {
    /// Where it was at an epoch, and how it moved.
    struct Truth: Equatable {
        var time, latitude, longitude, speed, course: Double
    }

    /// The sentences of an epoch, in their order; each has RMC or another that says a place.
    private static let mixes = [
        ["RMC"], ["GLL"], ["GGA"], ["GNS"], ["RMC", "GGA"], ["GGA", "RMC"], ["GGA", "GSA", "GSV", "RMC"],
        ["GLL", "VTG"], ["ZDA", "GGA", "VTG"], ["GNS", "GSA", "RMC", "VTG"],
        ["GGA", "GLL", "RMC", "GST", "ZDA"],
        ["RMC", "VTG", "GGA", "GSA", "GSV", "GLL", "GST"],
    ]
    private static let talkers = ["GP", "GN", "GL", "GA", "GB", "GQ", "GI", "BD", "QZ", "II", "IN", "YD"]
    /// What else comes over such lines; none of it is a fix of this receiver's.
    private static let others = [
        "PSRFTXT,Version:GSW3.2.4", "PMTK010,001", "PMTK001,314,3",
        "PUBX,00,120000.00,4717.11,N,00833.91,E,546.5,G3,2.1,2.0",
        "PTNL,GGK,102939.00,051910,5000.97323841,N,00827.62010742,E,5,09,1.9,EHT150.790,M",
        "PGRME,15.0,M,45.0,M,25.0,M",
        "PGRMZ,246,f,3", "PGRMC,A,100,100,,,,,,A,3,1,2,4,30", "PFEC,GPint,RMC01,GGA00",
        "PMGNST,02.12,3,T,534,05.0,+03327,00",
        "PSTI,00,0,4,0", "PQTMVER,MODULE,1,2", "PASHR,POS,0,12,120001.00,5130.0,N",
        "GPTXT,01,01,02,ANTSTATUS=OK",
        "SDDBT,7.8,f,2.4,M,1.3,F", "WIMWV,214.8,R,0.1,K,A", "GPXTE,A,A,0.67,L,N",
        "GPRMB,A,0.66,L,003,004,4917.24,N,12309.57,W,001.3,052.5,000.5,V",
        "GPALM,1,1,15,1159,00,441d,4e,16be,fd5e,a10c9f,4a2da4,686e81,58cbe1,0a4,001",
        "GPGRS,120000.00,1,0.1,,,,,,,,,,,",
    ]
    private static let boats = [
        "!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D", "!AIVDO,1,1,,,B00000@00B:F=6h3L2U8Kwp5wP06,0*5D",
    ]

    let stream: [UInt8]
    let truths: [Truth]
    let hasMotion: Bool
    /// How far off a position is at most by its decimals, degrees.
    let resolution: Double

    init(seed: UInt64, epochs: Int = 24) {
        var random = Seeded(seed: seed)
        let mix = Self.mixes[Int.random(in: 0..<Self.mixes.count, using: &random)]
        let talker = Self.talkers[Int.random(in: 0..<Self.talkers.count, using: &random)]
        let rate = [1, 1, 2, 5, 10].randomElement(using: &random) ?? 1
        let decimals =
            rate == 1 ? Int.random(in: 0...3, using: &random) : Int.random(in: 1...3, using: &random)
        let digits = Int.random(in: 3...8, using: &random)
        let end = ["\r\n", "\n", "\r", "\r\r\n", ""].randomElement(using: &random) ?? "\r\n"
        let isLower = Bool.random(using: &random)
        let noise = Bool.random(using: &random)
        // Over midnight, over the end of a year, and on the day that only some years have.
        let begin =
            [1_774_267_200, 1_798_761_590, 1_709_164_795, 946_684_795].randomElement(using: &random) ?? 0
        hasMotion = mix.contains("RMC") || mix.contains("VTG")
        resolution = 0.5001 * (0..<digits).reduce(1.0) { unit, _ in unit / 10 } / 60
        var (text, truths) = ("", [Truth]())
        func add(_ body: String) {
            let sum = body.utf8.reduce(0 as UInt8, ^)
            let hex = String(sum, radix: 16, uppercase: !isLower)
            text += "$\(body)*\(hex.count < 2 ? "0" : "")\(hex)\(end)"
        }
        for epoch in 0..<epochs {
            let tenths = epoch * 10 / rate
            let truth = Truth(
                time: Double(begin) + Double(tenths) / 10,
                latitude: -33.5 + Double(epoch) * 0.00123,
                longitude: 151.25 - Double(epoch) * 0.00231,
                speed: Double(epoch) * 1.5 * 1852 / 3600,
                course: Double(epoch * 14 % 360)
            )
            truths.append(truth)
            let form = Form(
                truth: truth,
                begin: begin,
                tenths: tenths,
                decimals: decimals,
                digits: digits,
                knots: Double(epoch) * 1.5
            )
            for sentence in mix {
                if noise, Int.random(in: 0..<3, using: &random) == 0 {
                    add(Self.others[Int.random(in: 0..<Self.others.count, using: &random)])
                }
                if noise, Int.random(in: 0..<8, using: &random) == 0 { text += Self.boats[epoch % 2] + end }
                add(talker + form.sentence(sentence))
            }
        }
        stream = Array(text.utf8)
        self.truths = truths
    }
}

/// The sentences of one epoch.
private struct Form {
    let truth: SyntheticReceiver.Truth
    let begin, tenths, decimals, digits: Int
    let knots: Double

    func sentence(_ name: String) -> String {
        switch name {
        case "RMC": "RMC,\(clock),A,\(place),\(knots),\(truth.course),\(day.short),,,A"
        case "GGA": "GGA,\(clock),\(place),1,08,1.0,10.0,M,45.0,M,,"
        case "GNS": "GNS,\(clock),\(place),AAN,12,0.9,10.0,45.0,,"
        case "GLL": "GLL,\(place),\(clock),A,A"
        case "VTG": "VTG,\(truth.course),T,,M,\(knots),N,,K,A"
        case "GSA": "GSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1"
        case "GSV": "GSV,1,1,02,04,40,083,46,05,17,308,,1"
        case "GST": "GST,\(clock),15,,,,1.2,1.5,2.4"
        default: "ZDA,\(clock),\(day.long),00,00"
        }
    }

    private var seconds: Int { begin + tenths / 10 }

    private var clock: String {
        let second = seconds % 86_400
        let whole = [second / 3600, second / 60 % 60, second % 60].map { Self.padded($0, 2) }.joined()
        return decimals == 0 ? whole : whole + "." + "\(tenths % 10)00".prefix(decimals)
    }

    /// By the algorithm of Howard Hinnant's days_from_civil, turned round.
    private var day: (short: String, long: String) {
        let days = seconds / 86_400 + 719_468
        let (era, rest) = (days / 146_097, days % 146_097)
        let year = (rest - rest / 1460 + rest / 36_524 - rest / 146_096) / 365
        let dayOfYear = rest - (365 * year + year / 4 - year / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let (day, month) = (dayOfYear - (153 * shifted + 2) / 5 + 1, shifted < 10 ? shifted + 3 : shifted - 9)
        let full = year + era * 400 + (month <= 2 ? 1 : 0)
        let (dd, mm) = (Self.padded(day, 2), Self.padded(month, 2))
        return (dd + mm + Self.padded(full % 100, 2), "\(dd),\(mm),\(full)")
    }

    private var place: String {
        "\(minutes(truth.latitude, 2)),\(truth.latitude < 0 ? "S" : "N"),\(minutes(truth.longitude, 3)),\(truth.longitude < 0 ? "W" : "E")"
    }

    private func minutes(_ angle: Double, _ width: Int) -> String {
        let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
        let parts = Int((abs(angle) * 60 * Double(unit)).rounded())
        let (whole, fraction) = (parts / unit, parts % unit)
        return Self.padded(whole / 60, width) + Self.padded(whole % 60, 2) + "."
            + Self.padded(fraction, digits)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
