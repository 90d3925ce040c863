/// A longitude on the command line, degrees east, from -180 or from 0: -160 and 200 are the same.
struct Longitude: ArgumentValue, Equatable {
    /// Degrees east in [-180, 180].
    let degrees: Double

    /// 180 stays what it is, and every number at which a tool may start to count is one.
    init?(_ number: Double) {
        guard number >= -180, number < 360 else { return nil }
        degrees = number > 180 ? number - 360 : number
    }

    var argument: String { degrees.argument }

    static func read(_ text: String) throws(UsageError) -> Longitude {
        let number = try Double.read(text)
        guard let longitude = Longitude(number) else {
            throw UsageError("\(number.argument) is not at least -180 and below 360")
        }
        return longitude
    }
}
