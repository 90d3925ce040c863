import Foundation
import Testing

@testable import Navigation

@Suite("The tilt-compensated compass", .timeLimit(.minutes(5)))
struct TiltCompassTests {
    @Test(
        "The heading is that of the y axis in every octant, attitude and latitude",
        arguments: [-80.0, -45, 0, 30, 67, 85]
    )
    func attitudes(dip: Double) throws {
        let radians = dip * .pi / 180
        let field = 50 * Vector3(x: 0, y: cos(radians), z: -sin(radians))
        for heading in stride(from: 0.0, to: 360, by: 22.5) {
            for elevation in stride(from: -75.0, through: 75, by: 25) {
                for roll in stride(from: -180.0, to: 180, by: 30) {
                    let attitude = Attitude(heading: heading, elevation: elevation, roll: roll)
                    let compass = try #require(
                        TiltCompass(
                            field: attitude.device(field),
                            acceleration: attitude.device(Vector3(x: 0, y: 0, z: 9.81))
                        )
                    )
                    let told = try #require(compass.magneticHeading)
                    #expect(abs(Angle.turn(from: heading, to: told)) < 1e-9)
                    #expect(abs(compass.dip - dip) < 1e-9)
                    #expect(abs(compass.elevation - elevation) < 1e-9)
                    #expect(abs(compass.horizontal - 50 * cos(radians)) < 1e-9)
                }
            }
        }
    }

    @Test("Lying flat, face up, the y axis to the north: the field points forward and down")
    func flat() throws {
        let up = Vector3(x: 0, y: 0, z: 9.81)
        func heading(_ x: Double, _ y: Double) -> Double? {
            TiltCompass(field: Vector3(x: x, y: y, z: -40), acceleration: up)?.magneticHeading
        }
        #expect(heading(0, 20) == 0)
        // Turned to the east, north is to the left.
        #expect(heading(-20, 0) == 90)
        #expect(heading(0, -20) == 180)
        #expect(heading(20, 0) == 270)
        #expect(TiltCompass(field: Vector3(x: 0, y: 20, z: -40), acceleration: up)?.tilt == 0)
        let faceDown = TiltCompass(field: Vector3(x: 0, y: 20, z: 40), acceleration: -1 * up)
        #expect(faceDown?.tilt == 180)
        #expect(faceDown?.magneticHeading == 0)
    }

    @Test("Raised upright, and leaned back a little, the device keeps the heading that it had")
    func upright() throws {
        let field = Vector3(x: 0, y: 18, z: -45)
        for heading in stride(from: 0.0, to: 360, by: 30) {
            for elevation in stride(from: -97.5, through: 97.5, by: 2.5) {
                let attitude = Attitude(heading: heading, elevation: elevation, roll: 0)
                let compass = try #require(
                    TiltCompass(
                        field: attitude.device(field),
                        acceleration: attitude.device(Vector3(x: 0, y: 0, z: 9.81))
                    )
                )
                let told = try #require(compass.magneticHeading)
                #expect(abs(Angle.turn(from: heading, to: told)) < 1e-6)
            }
        }
    }

    @Test("Each side of the device has its heading, a quarter of a turn from the next one")
    func axes() throws {
        let attitude = Attitude(heading: 20, elevation: 0, roll: 0)
        let up = attitude.device(Vector3(x: 0, y: 0, z: 9.81))
        let field = attitude.device(Vector3(x: 0, y: 18, z: -45))
        func heading(_ name: String) throws -> Double {
            let axis = try #require(HeadingAxis(name: name))
            let compass = try #require(TiltCompass(field: field, acceleration: up, axis: axis))
            return try #require(compass.magneticHeading)
        }
        let expected = [
            ("portrait", 20.0), ("landscape-left", 110), ("upside-down", 200), ("landscape-right", 290),
            ("1,1,0", 65), ("0,-2,0", 200),
        ]
        for (name, angle) in expected {
            #expect(abs(Angle.turn(from: angle, to: try heading(name))) < 1e-9)
        }
        for name in ["", "Portrait", "1,2", "0,0,0", "a,b,c", "nan,0,0", "1,2,3,4"] {
            #expect(HeadingAxis(name: name) == nil)
        }
    }

    @Test(
        "What an error of up turns the heading by is at most what is said, and that is no more than thrice the most",
        arguments: [10.0, 60, 74, 78, 80, 82, 86, 90, 95, 100]
    )
    func swing(pitch: Double) {
        let axis = HeadingAxis.portrait
        let error = 0.01
        for roll in stride(from: -30.0, through: 30, by: 7.5) {
            let (p, r) = (Angle.radians(pitch), Angle.radians(roll))
            // Up in the device frame, with its right side down by the roll.
            let up = Vector3(x: -sin(r) * cos(p), y: sin(p), z: cos(r) * cos(p))
            let north = Vector3(x: 0.3, y: 0.2, z: -0.9).cross(up)
            let told = axis.swing(up: up, upError: error)
            let pointing = axis.pointing(up: up)
            func heading(_ pointing: Vector3, _ up: Vector3, _ north: Vector3) -> Double {
                atan2(pointing.dot(north.cross(up)), pointing.dot(north))
            }
            let truth = heading(pointing, up, north)
            var most = 0.0
            for step in 0..<36 {
                let angle = Angle.radians(10 * Double(step))
                let across = north.cross(up).unit ?? .zero
                let axisOfError = cos(angle) * (north.unit ?? .zero) + sin(angle) * across
                let turn = Matrix3.rotation(error * axisOfError)
                let other = heading(axis.pointing(up: turn * up), turn * up, turn * north)
                most = max(most, abs(remainder(other - truth, 2 * .pi)))
            }
            #expect(most <= 1.1 * told + 1e-4, "\(roll)")
            #expect(told <= 3 * most + 1e-4, "\(roll)")
        }
    }

    @Test("With no horizontal field, or for a bare axis that stands upright, there is no heading")
    func noHeading() throws {
        let axis = try #require(HeadingAxis(name: "0,0,1"))
        let flat = TiltCompass(
            field: Vector3(x: 10, y: 5, z: -40),
            acceleration: Vector3(x: 0, y: 0, z: 9.8),
            axis: axis
        )
        #expect(flat != nil)
        #expect(flat?.magneticHeading == nil)
        let pole = try #require(
            TiltCompass(field: Vector3(x: 0, y: 0, z: -60), acceleration: Vector3(x: 0, y: 0, z: 9.8))
        )
        #expect(pole.magneticHeading == nil)
        #expect(pole.dip == 90)
        #expect(TiltCompass(field: .zero, acceleration: Vector3(x: 0, y: 0, z: 1)) == nil)
        #expect(TiltCompass(field: Vector3(x: 1, y: 0, z: 0), acceleration: .zero) == nil)
        #expect(
            TiltCompass(field: Vector3(x: .nan, y: 0, z: 0), acceleration: Vector3(x: 0, y: 0, z: 1)) == nil
        )
    }
}
