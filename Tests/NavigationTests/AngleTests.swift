import Navigation
import Testing

@Suite("Angles", .timeLimit(.minutes(5)))
struct AngleTests {
    @Test(
        "A direction is normalised to [0, 360), exactly at the edges",
        arguments: [
            (0, 0), (360, 0), (-360, 0), (720, 0), (-90, 270), (450, 90), (-1e-20, 0), (1e-20, 1e-20),
            (359.9999999999999999, 0), (360.0.nextDown, 360.0.nextDown), (-0.0, 0), (1e300, nil),
            (-1e-12, nil),
            (-5e-14, nil), (-1e9, nil),
        ] as [(Double, Double?)]
    )
    func normalized(angle: Double, expected: Double?) {
        let result = Angle.normalized(angle)
        #expect((0..<360).contains(result))
        #expect(result.sign == .plus)
        if let expected { #expect(result == expected) }
    }

    @Test(
        "A signed angle is in [-180, 180), exactly at the edges",
        arguments: [
            (180, -180), (-180, -180), (540, -180), (179.99999999999997, 179.99999999999997),
            (-180.00000000000003, 179.99999999999997), (190, -170), (-190, 170), (0, 0), (-1e-20, -1e-20),
        ]
    )
    func signed(angle: Double, expected: Double) {
        #expect(Angle.signed(angle) == expected)
    }

    @Test(
        "A turn goes the short way",
        arguments: [(350, 10, 20), (10, 350, -20), (0, 180, -180), (90, 90, 0), (-10, 370, 20), (720, 1, 1)]
    )
    func turn(start: Double, end: Double, expected: Double) {
        #expect(Angle.turn(from: start, to: end) == expected)
    }

    @Test("What is not a finite number stays not a number", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(angle: Double) {
        #expect(Angle.normalized(angle).isNaN)
        #expect(Angle.signed(angle).isNaN)
        #expect(Angle.turn(from: 0, to: angle).isNaN)
        #expect(Angle.mean(of: [angle]) == nil)
    }

    @Test("The mean is taken on the circle")
    func mean() throws {
        let north = try #require(Angle.mean(of: [350, 10]))
        #expect(abs(Angle.signed(north)) < 1e-12)
        let southWest = try #require(Angle.mean(of: [180, 270]))
        #expect(abs(southWest - 225) < 1e-12)
        #expect(Angle.mean(of: [0, 180]) == nil)
        #expect(Angle.mean(of: [Double]()) == nil)
    }

    @Test("A low-pass filter follows across north and steps by measured time")
    func lowPass() throws {
        var filter = DirectionLowPass(timeConstant: 2)
        #expect(filter.add(350, at: 10) == 350)
        let filtered = filter.add(10, at: 12)
        let afterOneConstant = try #require(filtered)
        #expect(abs(Angle.turn(from: 350, to: afterOneConstant) - 20 * (1 - 0.36787944117144233)) < 1e-9)
        #expect(filter.add(.nan, at: 13) == nil)
        #expect(filter.add(90, at: 5) == 90)
        filter.reset()
        #expect(filter.add(-90, at: 6) == 270)
    }
}
