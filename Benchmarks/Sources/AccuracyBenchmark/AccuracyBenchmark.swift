internal import Glibc
internal import Navigation

/// Runs a recording through the estimator of the fusion, and says after each sample what it knows.
///
/// `bench-accuracy trial` reads lines of ten numbers from standard input, t gx gy gz ax ay az mx my mz (s, rad/s, m/s²,
/// µT), and writes a line for each: t, the orientation w x y z, the accuracy, whether it is valid, the hard iron, its
/// uncertainty, whether it is calibrated. What is not known is `nan`. The last line is the processor time a sample, ns.
///
/// `bench-accuracy magnetic` says how many nanoseconds an evaluation of the magnetic model takes.
@main struct AccuracyBenchmark {
    static func main() {
        switch CommandLine.arguments.dropFirst().first {
        case "trial": trial()
        case "magnetic": magnetic()
        default: exit(2)
        }
    }

    private static func trial() {
        var samples: [[Double]] = []
        while let line = readLine() {
            let numbers = line.split(separator: " ").map { Double($0) ?? .nan }
            guard numbers.count == 10 else { exit(1) }
            samples.append(numbers)
        }
        var estimator = HeadingEstimator(widestAccuracy: 180)
        var results: [(estimate: HeadingEstimate?, best: HardIronCalibration.Estimate?, isKnown: Bool)] = []
        results.reserveCapacity(samples.count)
        let start = processorSeconds
        for s in samples {
            estimator.add(
                acceleration: Vector3(x: s[4], y: s[5], z: s[6]),
                rotationRate: Vector3(x: s[1], y: s[2], z: s[3]),
                time: s[0]
            )
            let estimate = estimator.add(field: Vector3(x: s[7], y: s[8], z: s[9]), time: s[0])
            let calibration = estimator.calibration
            results.append((estimate, calibration.best, !calibration.needsMotion))
        }
        let spent = processorSeconds - start
        for (sample, result) in zip(samples, results) {
            let q = result.estimate?.orientation
            let iron = result.best?.offset
            let numbers: [Double] = [
                sample[0], q?.w ?? .nan, q?.x ?? .nan, q?.y ?? .nan, q?.z ?? .nan,
                result.estimate?.accuracy ?? .nan, result.estimate?.invalidity == nil ? 1 : 0,
                iron?.x ?? .nan, iron?.y ?? .nan, iron?.z ?? .nan, result.best?.uncertainty ?? .nan,
                result.isKnown ? 1 : 0,
            ]
            print(numbers.map(\.description).joined(separator: " "))
        }
        print(spent / Double(max(1, samples.count)) * 1e9)
    }

    private static func magnetic() {
        let model = MagneticModel.wmm2025
        var sum = 0.0
        let count = 200_000
        let start = processorSeconds
        for index in 0..<count {
            let field = model.field(
                latitude: Double(index % 179) - 89,
                longitude: Double(index % 359) - 179,
                altitude: Double(index % 7) * 100,
                year: 2025 + Double(index % 50) / 10
            )
            sum += field.declination
        }
        print((processorSeconds - start) / Double(count) * 1e9, sum)
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
