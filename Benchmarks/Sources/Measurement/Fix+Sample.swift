public import Binnacle

extension Fix {
    /// The fix that every contender publishes: 13 members, about 260 bytes as JSON.
    ///
    /// - Parameters:
    ///   - number: makes the fixes differ, as a receiver's would.
    ///   - moment: when it is published, monotonic nanoseconds; `time` carries it to the subscriber.
    /// - Returns: the fix, with every member that a good receiver knows.
    public static func sample(_ number: Int, at moment: Int64) -> Fix {
        // Quotients of whole numbers: decimals as a receiver sends them, without the noise of a binary sum.
        var fix = Fix(
            time: Double(moment) / 1e9,
            latitude: Double(48_117_301_234 + number % 1000 * 1000) / 1e9,
            longitude: Double(11_516_667_890 + number % 777 * 1000) / 1e9
        )
        fix.altitude = Double(5454 + number % 10) / 10
        fix.horizontalAccuracy = 3.25
        fix.verticalAccuracy = 5.75
        fix.course = 84.4
        fix.courseAccuracy = 1.5
        fix.speed = Double(1152 + number % 7) / 100
        fix.speedAccuracy = 0.4
        fix.mode = 3
        fix.satellites = 8
        fix.source = "gps0"
        return fix
    }

    /// When it was published, monotonic nanoseconds.
    public var moment: Int64 { Int64((time * 1e9).rounded()) }
}
