internal import Binnacle
internal import Navigation

extension Vector3 {
    init(_ vector: Vector) {
        self.init(x: vector.x, y: vector.y, z: vector.z)
    }
}

extension Heading {
    init(_ estimate: HeadingEstimate) {
        self.init(time: estimate.time)
        magneticHeading = estimate.magneticHeading
        trueHeading = estimate.trueHeading
        headingAccuracy = estimate.accuracy
        declination = estimate.declination
        fieldStrength = estimate.fieldStrength
        dip = estimate.dip
        field = estimate.field.map { Vector(x: $0.x, y: $0.y, z: $0.z) }
        note = estimate.note
        invalid =
            switch estimate.invalidity {
            case .uncalibrated: .uncalibrated
            case .interference: .interference
            case .tilted: .tilted
            case .noField: .noField
            case nil: nil
            }
    }
}

extension Heading {
    /// Whether another heading says nothing new, as what another fusion makes of this one does not.
    ///
    /// A fusion keeps the time, and one of the angles: it may have another declination. The time alone does not tell, for some
    /// sources tell several headings of one time.
    func isRepeated(by other: Heading) -> Bool {
        guard other.time == time else { return false }
        if other.magneticHeading == nil, other.trueHeading == nil { return true }
        return Self.isSame(magneticHeading, other.magneticHeading)
            || Self.isSame(trueHeading, other.trueHeading)
    }

    /// Whether two angles are there and alike, but for what their text has rounded off.
    private static func isSame(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return false }
        return abs(one - other) < 1e-6
    }

    /// A heading that the course speaks against: what was measured, and no angle to go by.
    var contradicted: Heading {
        guard invalid == nil else { return self }
        var heading = self
        (heading.magneticHeading, heading.trueHeading, heading.headingAccuracy) = (nil, nil, nil)
        heading.invalid = .interference
        heading.note = "it contradicts the course"
        return heading
    }
}

extension Direction {
    /// A decision as a message; its time is the given one where nothing has been measured.
    init(_ decision: DirectionDecision, time: Double) {
        self.init(time: decision.source == nil ? time : decision.time ?? time)
        direction = decision.direction
        accuracy = decision.accuracy
        speed = decision.speed
        reason = decision.reason
        held = decision.isHeld ? true : nil
        source =
            switch decision.source {
            case .course: .course
            case .heading: .heading
            case nil: nil
            }
        reference =
            switch decision.reference {
            case .trueNorth: .trueNorth
            case .magneticNorth: .magneticNorth
            case nil: nil
            }
    }
}
