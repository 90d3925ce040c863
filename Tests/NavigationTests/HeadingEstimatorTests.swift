import Foundation
import Navigation
import Testing

@Suite("The heading estimator", .timeLimit(.minutes(1)))
struct HeadingEstimatorTests {
    @Test("explore")
    func explore() {
        for iron in [Vector3.zero, Vector3(x: 4, y: -3, z: 5), Vector3(x: 12, y: -9, z: 8), Vector3(x: 30, y: -25, z: 20), Vector3(x: 150, y: -80, z: 50)] {
            for gyro in [true, false] {
                for fix in [true, false] {
                    var walker = Walker()
                    walker.iron = iron; walker.hasGyro = gyro; walker.hasFix = fix
                    var e = HeadingEstimator()
                    let r = walker.walk(120, into: &e)
                    print("iron", iron.length, "gyro", gyro, "fix", fix, "share", r.share, "first", r.firstValid ?? -1, "rms", r.rms, "outside", r.outsideShare, "acc", r.last?.accuracy ?? -1)
                    for c in e.calibration.estimates { print("    ", c.method, (c.offset - iron).length, c.uncertainty) }
                }
            }
        }
    }
}
