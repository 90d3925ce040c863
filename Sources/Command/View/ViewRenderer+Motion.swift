internal import Messages
internal import Text

extension ViewRenderer {
    /// Where we are, how we move and which way we look.
    var motion: [StyledLine] {
        [
            row("position", state.fix, limit: Staleness.fix, Phrase.position),
            row("altitude", state.fix, limit: .infinity, Phrase.altitude),
            row("course", state.fix, limit: .infinity, Phrase.course),
            row("speed", state.fix, limit: .infinity, Phrase.speed),
            row("heading", state.heading, limit: Staleness.heading, Phrase.heading),
            row("direction", state.direction, limit: Staleness.direction, Phrase.direction),
        ] + reason
    }

    private var reason: [StyledLine] {
        guard let reason = state.direction?.value.reason else { return [] }
        return [row("", reason.onOneLine, .dim)]
    }
}

/// How the view says values.
enum Phrase {
    static func position(_ fix: Fix) -> String {
        let place = place(latitude: fix.latitude, longitude: fix.longitude)
        let source = fix.source.map { "   from \($0.onOneLine)" } ?? ""
        return place + accuracy(fix.horizontalAccuracy.map(length)) + source
    }

    static func place(latitude: Double, longitude: Double) -> String {
        "\(latitude.magnitude.fixed(6))° \(latitude < 0 ? "S" : "N")  "
            + "\(longitude.magnitude.fixed(6))° \(longitude < 0 ? "W" : "E")"
    }

    static func altitude(_ fix: Fix) -> String? {
        fix.altitude.map { "\($0.fixed(1)) m\(accuracy(fix.verticalAccuracy.map(length)))" }
    }

    static func course(_ fix: Fix) -> String? {
        fix.course.map { "\($0.fixedBearing(1))° true\(accuracy(fix.courseAccuracy.map(angle)))" }
    }

    static func speed(_ fix: Fix) -> String? {
        fix.speed.map { speed in
            let kilometres = speed < 100 ? "   \((speed * 3.6).fixed(1)) km/h" : ""
            return
                "\(speed.fixed(2)) m/s\(accuracy(fix.speedAccuracy.map { "\($0.fixed(2)) m/s" }))\(kilometres)"
        }
    }

    static func heading(_ heading: Heading) -> String? {
        if let reason = heading.invalid { return "none: \(words(reason))" }
        guard let magnetic = heading.magneticHeading else { return nil }
        let bound = accuracy(heading.headingAccuracy.map { "\(angle($0)) (95 %)" })
        if let trueHeading = heading.trueHeading {
            return "\(trueHeading.fixedBearing(1))° true   \(magnetic.fixedBearing(1))° magnetic" + bound
        }
        let why = heading.note.map { "   no true heading: \($0.onOneLine)" } ?? ""
        return "\(magnetic.fixedBearing(1))° magnetic\(bound)\(why)"
    }

    static func direction(_ direction: Direction) -> String? {
        direction.direction.map { value in
            let reference = direction.reference.map { " \($0.rawValue)" } ?? ""
            let source = direction.source.map { "   from the \($0.rawValue)" } ?? ""
            return "\(value.fixedBearing(1))°\(reference)\(accuracy(direction.accuracy.map(angle)))\(source)"
        }
    }

    /// A distance as one says it: 743.2 m, 12.35 km.
    static func distance(_ metres: Double) -> String {
        if metres < 1000 { return metres.fixed(metres < 100 ? 1 : 0) + " m" }
        return (metres / 1000).fixed(metres < 100_000 ? 2 : 0, grouping: " ") + " km"
    }

    /// Which way to turn; an arrow is hidden near its pin, where it would say nothing.
    static func turn(_ arrow: Arrow) -> String {
        guard arrow.visible else { return "near the pin" }
        return arrow.relative.map(Dial.words) ?? "unknown without a true direction"
    }

    /// An age as one says it.
    static func age(_ seconds: Double) -> String {
        if seconds < 120 { return seconds.fixed(0) + " s" }
        return seconds < 7200 ? (seconds / 60).fixed(0) + " min" : (seconds / 3600).fixed(0) + " h"
    }

    private static func words(_ reason: Heading.Invalidity) -> String {
        switch reason {
        case .uncalibrated: "not calibrated yet, keep moving and turning"
        case .interference: "the field is not the earth's, move away from iron"
        case .tilted: "the device is tilted too far"
        case .noField: "no sample of the magnetic field"
        }
    }

    private static func length(_ metres: Double) -> String { metres.fixed(metres < 100 ? 1 : 0) + " m" }

    private static func angle(_ degrees: Double) -> String { degrees.fixed(1) + "°" }

    private static func accuracy(_ text: String?) -> String { text.map { " ± \($0)" } ?? "" }
}
