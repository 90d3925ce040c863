import Glibc
import Messages
import Navigation
import Testing

@testable import FusionPlugin

@Suite("The fusion's word about sensors at fault", .timeLimit(.minutes(5)))
struct SensorFaultTests {
    static let start = 1_767_225_600.0

    /// Numbers that never rest, the same in each run.
    private static func jitter(_ index: Int, _ axis: Double) -> Double {
        sin(12.9898 * Double(index) + 78.233 * axis)
    }

    /// What is told in some seconds of a device that is turned to and fro about the vertical.
    private func told(
        seconds: Int,
        field change: (Vector, Double) -> Vector = { field, _ in field },
        rate change2: (Vector, Double) -> Vector = { rate, _ in rate }
    ) -> (failures: [(code: Failure.Code, message: String)], notes: [String]) {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var output = FusionOutput()
        for index in 0..<(seconds * 50) {
            let t = Double(index) / 50
            let spin = 0.9 * cos(0.5 * t)
            let angle = 1.8 * sin(0.5 * t)
            func noisy(_ x: Double, _ y: Double, _ z: Double, _ size: Double) -> Vector {
                Vector(
                    x: x + size * Self.jitter(index, 1),
                    y: y + size * Self.jitter(index, 2),
                    z: z + size * Self.jitter(index, 3)
                )
            }
            let imu = IMU(
                time: Self.start + t,
                acceleration: noisy(0, 0, 9.81, 0.02),
                rotationRate: change2(noisy(0, 0, spin, 0.002), t)
            )
            _ = engine.add(imu, from: "mag", arrival: t)
            let sample = change(noisy(18 * sin(angle), 18 * cos(angle), -45, 0.3), t)
            let next = engine.add(
                MagneticField(time: Self.start + t, field: sample),
                from: "mag",
                arrival: t
            )
            output.failures += next.failures
            output.notes += next.notes
        }
        return (output.failures, output.notes)
    }

    private static func scaled(_ vector: Vector, _ factor: Double) -> Vector {
        Vector(x: factor * vector.x, y: factor * vector.y, z: factor * vector.z)
    }

    @Test(
        "A wrong unit is one failure for as long as it lasts, with its first number, and asks for no motion",
        arguments: [
            (0.01, "the magnetic field of 0.48"), (1e-6, "the magnetic field of 4.8"),
            (10, "the magnetic field of 48"), (1e30, "the magnetic field of 4.8"),
        ]
    )
    func once(factor: Double, words: String) {
        let (failures, notes) = told(seconds: 60, field: { field, _ in Self.scaled(field, factor) })
        #expect(failures.map(\.code) == [.headingFailure])
        #expect(failures.first?.message.hasPrefix(words) == true, "\(failures)")
        #expect(!notes.contains("the sensors are sound again"))
    }

    @Test("Turns in degrees a second are told once, however often the device rests between them")
    func degrees() {
        let (failures, notes) = told(
            seconds: 120,
            rate: { rate, _ in Self.scaled(rate, 180 / .pi) }
        )
        let faults = failures.filter { $0.code == .headingFailure }.map(\.message)
        #expect(faults.count == 1 && faults[0].contains("looks like degrees a second"), "\(failures)")
        #expect(!notes.contains("the sensors are sound again"))
    }

    @Test("What is sound again for a while is told once; a fault that comes and goes is told ever less often")
    func recovery() {
        let mended = told(seconds: 40, field: { field, t in Self.scaled(field, t < 10 ? 0.01 : 1) })
        #expect(mended.failures.filter { $0.code == .headingFailure }.count == 1)
        #expect(mended.notes.count { $0 == "the sensors are sound again" } == 1)
        // Four seconds of gauss in each ten: sound never for long.
        let loose = told(
            seconds: 120,
            field: { field, t in Self.scaled(field, t.truncatingRemainder(dividingBy: 10) < 4 ? 0.01 : 1) }
        )
        #expect(loose.failures.filter { $0.code == .headingFailure }.count == 1)
        #expect(!loose.notes.contains("the sensors are sound again"))
        // A minute each: the while grows from ten seconds to twenty, to forty, to eighty.
        let worn = told(
            seconds: 1200,
            field: { field, t in Self.scaled(field, t.truncatingRemainder(dividingBy: 120) < 60 ? 0.01 : 1) }
        )
        #expect(worn.failures.filter { $0.message.contains("gauss") }.count == 4)
        #expect(worn.notes.count { $0 == "the sensors are sound again" } == 3)
    }

    @Test("Times that jump with every sample are told once a minute")
    func jumps() {
        var engine = FusionEngine(FusionParameters(), start: 0)
        var notes: [String] = []
        for index in 0..<(50 * 100) {
            let t = Double(index) / 50
            let other = index % 2 == 0 ? 0.0 : 100
            let field = Vector(x: Self.jitter(index, 1), y: 18 + Self.jitter(index, 2), z: -45)
            let output = engine.add(
                MagneticField(time: Self.start + t + other, field: field),
                from: "mag",
                arrival: t
            )
            notes += output.notes.filter { $0.hasPrefix("a gap or a jump") }
        }
        #expect(notes.count == 2)
    }
}
