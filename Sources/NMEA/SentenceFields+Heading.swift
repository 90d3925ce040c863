internal import Messages

extension SentenceFields {
    /// What a heading sentence says, or `nil` when it says nothing.
    ///
    /// HDG's first value is the compass's own: its deviation, positive to the east, makes it magnetic, and the variation
    /// on top makes it true. An empty variation is unknown, and so is 0.0, which is what receivers without a model send.
    func heading(_ type: SentenceType, at time: Double) -> Heading? {
        var heading = Heading(time: time)
        if type == .vhw { return describeWaterHeading(&heading) ? heading : nil }
        if type == .pashr { return describeInertialHeading(&heading) ? heading : nil }
        guard let angle = angle(1) else { return nil }
        switch type {
        case .hdg:
            let magnetic = Self.wrap(angle + (signed(2) ?? 0))
            heading.magneticHeading = magnetic
            if let variation = signed(4), variation != 0 {
                heading.declination = variation
                heading.trueHeading = Self.wrap(magnetic + variation)
            }
        case .hdm:
            guard letter(2) == UInt8(ascii: "M") else { return nil }
            heading.magneticHeading = angle
        case .hdt:
            guard letter(2) == UInt8(ascii: "T") else { return nil }
            heading.trueHeading = angle
        case .ths:
            guard letter(2) == UInt8(ascii: "A") else { return nil }
            heading.trueHeading = angle
        default:
            return nil
        }
        return heading
    }

    /// VHW: true and magnetic, each for itself; its speed is through the water, and no fix has one.
    private func describeWaterHeading(_ heading: inout Heading) -> Bool {
        if letter(2) == UInt8(ascii: "T") { heading.trueHeading = angle(1) }
        if letter(4) == UInt8(ascii: "M") { heading.magneticHeading = angle(3) }
        return heading.trueHeading != nil || heading.magneticHeading != nil
    }

    /// PASHR: true heading, its standard deviation, of which 1.96 hold 95 %, roll and pitch.
    ///
    /// A quality of 0 is one without a position, and its heading has not been aligned.
    private func describeInertialHeading(_ heading: inout Heading) -> Bool {
        guard letter(3) == UInt8(ascii: "T"), let angle = angle(2), whole(10) != 0 else { return false }
        heading.trueHeading = angle
        if let deviation = decimal(9), deviation > 0 { heading.headingAccuracy = min(1.96 * deviation, 180) }
        heading.roll = decimal(4).flatMap { abs($0) <= 180 ? $0 : nil }
        heading.pitch = decimal(5).flatMap { abs($0) <= 90 ? $0 : nil }
        return true
    }

    /// ROT: degrees a second, positive to starboard; the sentence has them by the minute, and A where they are valid.
    var turnRate: Double? { letter(2) == UInt8(ascii: "A") ? decimal(1).map { $0 / 60 } : nil }

    /// An angle of at most 180 degrees with E or W in the field behind it, positive to the east.
    private func signed(_ field: Int) -> Double? {
        guard let value = decimal(field), value >= 0, value <= 180 else { return nil }
        return switch letter(field + 1) {
        case UInt8(ascii: "E"): value
        case UInt8(ascii: "W"): -value
        default: nil
        }
    }

    private static func wrap(_ degrees: Double) -> Double {
        let turn = degrees.truncatingRemainder(dividingBy: 360)
        let positive = turn < 0 ? turn + 360 : turn
        return positive < 360 ? positive : 0
    }
}
