internal import Messages

extension Heading {
    /// Reads an ATT report, or `nil` where it says nothing that a heading carries.
    init?(attitude report: JSONValue, at time: Double) {
        self.init(time: time)
        trueHeading = report.angle("heading")
        magneticHeading = report.angle("mheading")
        dip = report.number("dip", in: -90...90)
        roll = report.number("roll", in: -180...180)
        pitch = report.number("pitch", in: -90...90)
        // Degrees a minute.
        turnRate = report.number("rot").map { $0 / 60 }
        guard trueHeading != nil || magneticHeading != nil || roll != nil || pitch != nil || turnRate != nil
        else {
            return nil
        }
    }
}
