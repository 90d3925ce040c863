import TestSupport
import Testing
import UBX

@Suite("Messages of UBX", .timeLimit(.minutes(1)))
struct MessageTests {
    @Test("a solution has its values in degrees, metres and metres a second") func solution() throws {
        let solution = try #require(NavigationSolution(of: Frames.solution))
        #expect(solution.timeOfWeek == 129_620_880)
        let utc = NavigationSolution.UTC(
            year: 2026,
            month: 3,
            day: 23,
            hour: 12,
            minute: 0,
            second: 5,
            nanosecond: 20
        )
        #expect(solution.utc == utc)
        #expect(solution.fixType == .threeDimensional)
        #expect(solution.isFixOK && solution.isDifferential)
        #expect(solution.carrier == .float)
        #expect(solution.satellites == 14)
        #expect(solution.latitude == 51.5)
        #expect(solution.longitude == 5.5)
        #expect(solution.height == 55)
        #expect(solution.altitude == 10)
        #expect(solution.horizontalAccuracy == 1.5)
        #expect(solution.verticalAccuracy == 2.1)
        #expect(solution.speed == 2.236)
        #expect(solution.course == 296.56153)
        #expect(solution.speedAccuracy == 0.25)
        #expect(solution.courseAccuracy == 15)
        #expect(solution.pdop == 1.45)
        #expect(solution.heading == nil)
    }

    @Test("what a solution marks as unknown is absent") func unknown() throws {
        var payload = Frames.solution
        payload[11] = 0x06  // the date is not valid
        payload.replaceSubrange(40..<48, with: repeatElement(0xFF, count: 8))
        payload.replaceSubrange(68..<72, with: repeatElement(0xFF, count: 4))
        payload.replaceSubrange(72..<76, with: [0x80, 0xA8, 0x12, 0x01])  // 180°
        payload.replaceSubrange(76..<79, with: [0x0F, 0x27, 0x01])  // 99.99; the position is not valid
        let solution = try #require(NavigationSolution(of: payload))
        #expect(solution.utc == nil)
        #expect(solution.latitude == nil && solution.longitude == nil)
        #expect(solution.horizontalAccuracy == nil && solution.verticalAccuracy == nil)
        #expect(solution.speedAccuracy == nil && solution.courseAccuracy == nil)
        #expect(solution.pdop == nil)
    }

    @Test("an accuracy of 0 is unknown, and a course without one stays a course") func noAccuracy() throws {
        var payload = Frames.solution
        payload.replaceSubrange(40..<48, with: repeatElement(0, count: 8))
        payload.replaceSubrange(68..<76, with: repeatElement(0, count: 8))
        let solution = try #require(NavigationSolution(of: payload))
        #expect(solution.horizontalAccuracy == nil && solution.verticalAccuracy == nil)
        #expect(solution.speedAccuracy == nil && solution.courseAccuracy == nil)
        #expect(solution.isCourseKnown)
        payload.replaceSubrange(72..<76, with: [0x80, 0xA8, 0x12, 0x01])  // 180°
        #expect(NavigationSolution(of: payload)?.isCourseKnown == false)
    }

    @Test("the older solution of 84 bytes is one, and other lengths are none") func lengths() {
        #expect(NavigationSolution(of: Array(Frames.solution[..<84])) != nil)
        for count in [0, 20, 83, 85, 91] {
            #expect(NavigationSolution(of: Array(Frames.solution[..<count])) == nil)
        }
    }

    @Test("satellites have what is known of them") func satellites() throws {
        let payload = Frames.satellites
        let head = try #require(SatelliteInformation(of: payload))
        #expect(head.count == 4)
        let found = SatelliteInformation.all(of: payload, count: 4)
        #expect(found.map(\.system) == [0, 6, 2, 1])
        #expect(found.map(\.number) == [7, nil, 19, 123])
        #expect(found.map(\.signal) == [41, nil, 20, nil])
        #expect(found.map(\.elevation) == [42, 0, nil, 12])
        #expect(found.map(\.azimuth) == [118, 0, nil, 249])
        #expect(found.map(\.isUsed) == [true, false, false, false])
        // One satellite less than it says.
        #expect(SatelliteInformation(of: Array(payload[..<44])) == nil)
    }

    @Test("dilution, status, covariance and the end of an epoch") func companions() throws {
        let dilution: [UInt8] = [1, 0, 0, 0, 190, 0, 145, 0, 0x0F, 0x27, 120, 0, 80, 0, 60, 0, 53, 0]
        let found = try #require(Dilution(of: dilution))
        #expect(found.position == 1.45 && found.vertical == 1.2 && found.horizontal == 0.8)
        #expect(
            NavigationStatus(of: [1, 0, 0, 0, 3, 0xDD] + [UInt8](repeating: 0, count: 10))?.isFixOK == true
        )
        #expect(
            NavigationStatus(of: [1, 0, 0, 0, 3, 0xDC] + [UInt8](repeating: 0, count: 10))?.isFixOK == false
        )
        #expect(EndOfEpoch(of: [0, 1, 0, 0])?.timeOfWeek == 256)
        var covariance = [UInt8](repeating: 0, count: 64)
        covariance[5] = 1
        // 2.25, 2.0 and 4.5 as IEEE 754 singles.
        covariance.replaceSubrange(16..<20, with: [0, 0, 0x10, 0x40])
        covariance.replaceSubrange(28..<32, with: [0, 0, 0, 0x40])
        covariance.replaceSubrange(36..<40, with: [0, 0, 0x90, 0x40])
        let position = try #require(Covariance(of: covariance)?.position)
        #expect(position == (2.25, 2.0, 4.5))
        covariance[5] = 0
        #expect(try #require(Covariance(of: covariance)).position == nil)
    }

    @Test("a header with a length that its message cannot have is none") func headers() {
        let frame = UBXFrame.bytes(0x07, Frames.solution)
        #expect(FrameHeader(of: frame)?.frameLength == 100)
        #expect(FrameHeader(of: frame)?.message == .navPVT)
        for (length, identifier) in [(91, 0x07), (9000, 0x77), (19, 0x35), (5, 0x61)] as [(Int, UInt8)] {
            var damaged = frame
            damaged[3] = identifier
            damaged[4] = UInt8(length % 256)
            damaged[5] = UInt8(length / 256)
            #expect(FrameHeader(of: damaged) == nil)
        }
    }

    @Test("a checksum tells every change of a single byte") func checksum() {
        let frame = UBXFrame.bytes(0x35, Frames.satellites)
        #expect(Fletcher.isRight(frame))
        for index in 2..<frame.count {
            for change in [1, 0x80, 0xFF] as [UInt8] {
                var damaged = frame
                damaged[index] ^= change
                #expect(!Fletcher.isRight(damaged))
            }
        }
    }
}
