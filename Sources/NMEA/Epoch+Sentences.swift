internal import Text

extension SentenceType {
    /// The number of fields, the address among them, that the oldest version of the sentence has.
    var leastFields: Int {
        switch self {
        case .rmc: 10
        case .gga: 11
        case .gns: 10
        case .gll: 7
        case .vtg: 9
        case .gsa: 18
        case .gst: 9
        case .zda: 5
        case .hdg: 6
        case .hdm, .hdt, .ths, .rot: 3
        case .vhw: 5
        case .pashr: 4
        case .gsv: 4
        case .gbs: 5
        case .dtm: 2
        }
    }

    /// Where the time of day is.
    var timeField: Int { self == .gll ? 5 : 1 }
}

extension Epoch {
    /// Takes what a sentence of this epoch says.
    ///
    /// The caller has counted its fields.
    mutating func apply(_ sentence: borrowing SentenceFields, _ type: SentenceType) {
        switch type {
        case .rmc: applyRMC(sentence)
        case .gga: applyGGA(sentence)
        case .gns: applyGNS(sentence)
        case .gll: applyGLL(sentence)
        case .vtg, .gsa, .gst, .gbs, .zda, .hdg, .hdm, .hdt, .ths, .vhw, .pashr, .rot, .gsv, .dtm: break
        }
    }

    private mutating func applyRMC(_ sentence: borrowing SentenceFields) {
        // The date counts although there may be no fix.
        if let date = sentence.date(9) { day = date }
        guard applyStatus(sentence.letter(2), mode: sentence.letter(12)) else { return }
        takePosition(sentence, 3)
        var motion = Motion(speed: nil, course: sentence.angle(8))
        if let knots = sentence.decimal(7), knots >= 0 { motion.speed = knots * Motion.metresPerSecondOfKnot }
        witness.motion = motion
        take(motion)
    }

    private mutating func applyGLL(_ sentence: borrowing SentenceFields) {
        guard applyStatus(sentence.letter(6), mode: sentence.letter(7)) else { return }
        takePosition(sentence, 1)
    }

    /// Takes a status and a mode letter, and returns whether the sentence's values count.
    private mutating func applyStatus(_ status: UInt8?, mode letter: UInt8?) -> Bool {
        let solution = letter.flatMap(Solution.init(mode:))
        guard SentenceFields.isValid(status), letter != UInt8(ascii: "N") else {
            // The standard demands V with the modes E, M and S: there it does not contradict the other sentences.
            if solution?.isMarkedInvalid != true { isWarned = true }
            return false
        }
        isVouched = true
        take(solution)
        return true
    }

    private mutating func applyGGA(_ sentence: borrowing SentenceFields) {
        let count = sentence.whole(7)
        let dilution = SatelliteUse.dilution(sentence.decimal(8))
        // They tell of the sentences without a time also where there is no fix.
        (witness.satellites, witness.hdop) = (count ?? witness.satellites, dilution ?? witness.hdop)
        guard let quality = sentence.whole(6) else { return }
        guard let solution = Solution(quality: quality) else {
            // GLONASS alone may have none while GPS has one.
            hasQuality = hasQuality ?? false
            return
        }
        hasQuality = true
        take(solution)
        takePosition(sentence, 2)
        if let count {
            satellites = max(satellites ?? 0, count)
            usesNone = satellites == 0
        }
        hdop = dilution ?? hdop
        if let value = sentence.decimal(9) { altitude = value }
        if let value = sentence.decimal(11) { separation = value }
    }

    private mutating func applyGNS(_ sentence: borrowing SentenceFields) {
        var solution: Solution?
        for index in sentence.range(6) {
            if let other = Solution(mode: sentence.bytes[index]) { solution = max(solution ?? other, other) }
        }
        guard let solution else { return }
        isVouched = true
        take(solution)
        takePosition(sentence, 2)
        if let count = sentence.whole(7) {
            satellites = max(satellites ?? 0, count)
            witness.satellites = witness.satellites ?? satellites
        }
        if let value = SatelliteUse.dilution(sentence.decimal(8)) {
            hdop = value
            witness.hdop = witness.hdop ?? value
        }
        if let value = sentence.decimal(9) { altitude = value }
        if let value = sentence.decimal(10) { separation = value }
    }

    /// Takes the motion that a VTG sentence gives.
    mutating func take(_ motion: Motion) {
        if let value = motion.speed { speed = value }
        if let value = motion.course { course = value }
    }

    /// Takes the motion that a VTG sentence gives where it may be the next epoch's: what RMC says itself goes before it.
    mutating func take(doubtful motion: Motion) {
        if let own = witness.motion, !own.agrees(with: motion) {
            if own.speed == nil, let value = motion.speed { speed = value }
            if own.course == nil, let value = motion.course { course = value }
        } else {
            take(motion)
        }
    }

    /// Takes what GSA sentences say.
    mutating func take(_ use: SatelliteUse) {
        mode = max(mode ?? 1, use.mode)
        if use.mode > 1 { isVouched = true }
        hasUsed = true
        used.insert(contentsOf: use.used)
        if use.isCutOff { isUsedCutOff = true }
        pdop = use.pdop ?? pdop
        hdop = use.hdop ?? hdop
        vdop = use.vdop ?? vdop
    }
}

extension SentenceFields {
    /// Whether a status says that the values are valid: A, and D, which some send for it where corrections were applied.
    static func isValid(_ status: UInt8?) -> Bool {
        status == UInt8(ascii: "A") || status == UInt8(ascii: "D")
    }

    /// The motion of a VTG sentence, `nil` when its mode says that there is none.
    var motion: Motion? {
        guard letter(9) != UInt8(ascii: "N"), letter(2) == UInt8(ascii: "T") else { return nil }
        var motion = Motion(speed: nil, course: angle(1))
        if let knots = decimal(5), knots >= 0 {
            motion.speed = knots * Motion.metresPerSecondOfKnot
        } else if let kilometres = decimal(7), kilometres >= 0 {
            motion.speed = kilometres / 3.6
        }
        return motion
    }

    /// The date of a ZDA sentence.
    var zdaDay: CalendarDay? {
        guard let day = whole(2), let month = whole(3), let year = whole(4), year >= 1980 else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Standard deviations along latitude, longitude and altitude from a field on, when both horizontal ones are there.
    func deviations(_ field: Int) -> Epoch.Deviations? {
        guard let latitude = decimal(field), let longitude = decimal(field + 1), latitude >= 0,
            longitude >= 0,
            latitude + longitude > 0
        else { return nil }
        let altitude = decimal(field + 2).flatMap { $0 > 0 ? $0 : nil }
        return Epoch.Deviations(latitude: latitude, longitude: longitude, altitude: altitude)
    }
}
