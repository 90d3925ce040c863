internal import Messages

/// Joins GSV sentences to views of the sky.
///
/// A receiver sends a series of sentences for each satellite system, and since NMEA 4.11 for each signal. A series counts when
/// all of it has come. Of several signals of a satellite the strongest is told.
struct SkyAssembler: Sendable {
    /// How long a series stands that is not sent again, seconds: some receivers send each system's in turn.
    private static let lifetime = 12.0

    private struct Entry {
        var satellite: SatelliteNumber
        var elevation: Int16?
        var azimuth: Int16?
        var signal: Double?

        init?(_ sentence: borrowing SentenceFields, _ field: Int, _ system: Int) {
            guard let number = sentence.whole(field), let satellite = SatelliteNumber(number, in: system)
            else { return nil }
            self.satellite = satellite
            if let angle = Self.value(sentence, field + 1), abs(angle) <= 90 { elevation = Int16(angle) }
            if let angle = Self.value(sentence, field + 2), angle >= 0, angle <= 360 {
                azimuth = angle == 360 ? 0 : Int16(angle)
            }
            if let value = Self.value(sentence, field + 3), value > 0, value <= 99 { signal = value }
        }

        /// Nearly all of these are whole.
        @inline(__always)
        private static func value(_ sentence: borrowing SentenceFields, _ field: Int) -> Double? {
            sentence.whole(field).map(Double.init) ?? sentence.decimal(field)
        }
    }

    /// What one talker says of one signal.
    private struct Series {
        var system: Int
        var signal: UInt8
        var total = 0
        var next = 0
        var coming: [Entry] = []
        var entries: [Entry] = []
        var completedAt: Double?
        var isNew = false

        /// Takes the sentence of a number, and returns whether the series is complete with it.
        mutating func take(
            _ sentence: borrowing SentenceFields,
            _ number: Int,
            of total: Int,
            _ hasSignal: Bool
        ) -> Bool {
            if number == 1 {
                self.total = total
                next = 1
                coming.removeAll(keepingCapacity: true)
            }
            guard next == number, self.total == total else {
                // A sentence of the series was lost.
                next = 0
                return false
            }
            next += 1
            var field = 4
            let end = sentence.count - (hasSignal ? 1 : 0)
            while field < end {
                if let entry = Entry(sentence, field, system) { coming.append(entry) }
                field &+= 4
            }
            guard number == total else { return false }
            swap(&coming, &entries)
            next = 0
            isNew = true
            return true
        }
    }

    private var series: [Series] = []
    private var hasNews = false

    /// Whether a series has been completed since the last view.
    var isPending: Bool { hasNews }

    /// Takes a GSV sentence; `false` when it makes no sense.
    mutating func take(_ sentence: borrowing SentenceFields) -> Bool {
        guard let total = sentence.whole(1), let number = sentence.whole(2), number >= 1, number <= total,
            total <= 64
        else { return false }
        let hasSignal = sentence.count % 4 == 1
        let signal = hasSignal ? sentence.letter(sentence.count - 1) ?? 0 : 0
        let system = sentence.talkerSystem
        if series[place(of: system, signal)].take(sentence, number, of: total, hasSignal) { hasNews = true }
        return true
    }

    /// The view of all series that stand, at a time, if one of them is new.
    ///
    /// - Parameters:
    ///   - time: Unix seconds.
    ///   - used: the satellites that the fix was computed with, or `nil` when nothing says so.
    /// - Returns: `nil` when none is.
    mutating func sky(at time: Double, used: SatelliteSet?) -> Sky? {
        guard hasNews else { return nil }
        hasNews = false
        var satellites: [Satellite] = []
        var numbers: [SatelliteNumber] = []
        var seen = SatelliteSet()
        let count = series.reduce(0) { $0 + $1.entries.count }
        satellites.reserveCapacity(count)
        numbers.reserveCapacity(count)
        for index in series.indices {
            if series[index].isNew { series[index].completedAt = time }
            series[index].isNew = false
            guard let at = series[index].completedAt, abs(time - at) <= Self.lifetime else { continue }
            for entry in series[index].entries {
                if seen.contains(entry.satellite), let known = numbers.firstIndex(of: entry.satellite) {
                    Self.add(entry, to: &satellites[known])
                } else {
                    seen.insert(entry.satellite)
                    numbers.append(entry.satellite)
                    satellites.append(Self.satellite(entry, used: used))
                }
            }
        }
        return Sky(time: time, satellites: satellites)
    }

    private mutating func place(of system: Int, _ signal: UInt8) -> Int {
        if let index = series.firstIndex(where: { $0.system == system && $0.signal == signal }) {
            return index
        }
        // Signals are told by a hexadecimal digit, and systems are seven: more is damage.
        if series.count >= 64 { series.removeFirst() }
        series.append(Series(system: system, signal: signal))
        return series.count - 1
    }

    private static func satellite(_ entry: Entry, used: SatelliteSet?) -> Satellite {
        var satellite = Satellite(constellation: entry.satellite.constellation, id: Int(entry.satellite.id))
        satellite.elevation = entry.elevation.map(Double.init)
        satellite.azimuth = entry.azimuth.map(Double.init)
        satellite.signal = entry.signal
        satellite.used = used.map { $0.contains(entry.satellite) }
        return satellite
    }

    private static func add(_ entry: Entry, to satellite: inout Satellite) {
        satellite.elevation = satellite.elevation ?? entry.elevation.map(Double.init)
        satellite.azimuth = satellite.azimuth ?? entry.azimuth.map(Double.init)
        if let signal = entry.signal { satellite.signal = max(satellite.signal ?? 0, signal) }
    }
}
