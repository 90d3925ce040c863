import Foundation
import Messages
import Testing

@testable import Simulation

@Suite("Rotation", .timeLimit(.minutes(5)))
struct RotationTests {
    private func near(_ one: Vector, _ other: Vector) -> Bool {
        let difference = one - other
        return difference.dot(difference).squareRoot() < 1e-12
    }

    @Test("Level and to the north the device frame is the world's")
    func identity() {
        let level = Rotation(yaw: 0, pitch: 0, roll: 0)
        #expect(near(level.toDevice(Vector(x: 1, y: 2, z: 3)), Vector(x: 1, y: 2, z: 3)))
    }

    @Test("Each angle turns the way it says")
    func senses() {
        let quarter = Double.pi / 2
        let (east, north, up) = (Vector(x: 1, y: 0, z: 0), Vector(x: 0, y: 1, z: 0), Vector(x: 0, y: 0, z: 1))
        // To the east: north is on the left. Top up: the screen looks back. Right side down: up is on the left.
        #expect(near(Rotation(yaw: quarter, pitch: 0, roll: 0).toDevice(north), Vector(x: -1, y: 0, z: 0)))
        #expect(near(Rotation(yaw: 0, pitch: quarter, roll: 0).toDevice(up), Vector(x: 0, y: 1, z: 0)))
        #expect(near(Rotation(yaw: 0, pitch: 0, roll: quarter).toDevice(up), Vector(x: -1, y: 0, z: 0)))
        #expect(near(Rotation(yaw: 0, pitch: 0, roll: quarter).toDevice(east), Vector(x: 0, y: 0, z: 1)))
    }

    @Test(
        "What points is the top, and the back of a device that stands upright, leans back or is rolled in a pocket"
    )
    func pointing() throws {
        func heading(_ pitch: Double, _ roll: Double) throws -> Double {
            try #require(Rotation(yaw: 1, pitch: pitch * .pi / 180, roll: roll * .pi / 180).trueHeading)
        }
        let yaw = 180 / Double.pi
        for pitch in [0.0, 32, 75, 80, 90, 97] { #expect(abs(try heading(pitch, 0) - yaw) < 1e-9) }
        // Its right side down, the back of an upright device faces left of its yaw by the roll.
        #expect(abs(try heading(60, 28) - yaw) < 1e-9)
        #expect(abs(try heading(90, 28) - (yaw - 28)) < 1e-9)
    }

    @Test("The turn between two attitudes leads from the one to the other")
    func turn() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let angles = (0..<6).map { _ in random.uniform(-1.5...1.5) }
            let earlier = Rotation(yaw: angles[0], pitch: angles[1], roll: angles[2])
            let later = Rotation(yaw: angles[3], pitch: angles[4], roll: angles[5])
            let turn = later.turn(since: earlier)
            let angle = turn.dot(turn).squareRoot()
            let axis = turn * (1 / angle)
            // What stands still in the world turns backwards in the device (Rodrigues' formula).
            let world = Vector.normal(&random)
            let before = earlier.toDevice(world)
            let after = later.toDevice(world)
            let across = Vector(
                x: axis.y * before.z - axis.z * before.y,
                y: axis.z * before.x - axis.x * before.z,
                z: axis.x * before.y - axis.y * before.x
            )
            let turned =
                before * cos(angle) - across * sin(angle) + axis * (axis.dot(before) * (1 - cos(angle)))
            let difference = turned - after
            #expect(difference.dot(difference) < 1e-18)
        }
    }
}
