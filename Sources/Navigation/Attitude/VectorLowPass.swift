internal import Glibc

/// A second-order Butterworth low-pass of vectors whose samples may come at any intervals.
///
/// Starts with the mean of what comes in its first time constant, so that one bad first sample does not last. The
/// state is kept in continuous form, y'' = ω²(x − y) − √2 ω y', which is solved exactly for an input that is constant
/// during a step: stable for steps of any length.
struct VectorLowPass: Sendable {
    /// Seconds; the cut-off is at √2 / (2π · this), which follows a step about as fast as a first-order filter does.
    let timeConstant: Double
    private(set) var value = Vector3.zero
    private var slope = Vector3.zero
    private var age = 0.0
    private var sum = Vector3.zero
    private var count = 0.0

    init(timeConstant: Double) {
        self.timeConstant = timeConstant
    }

    /// Takes in a sample, some seconds after the last one.
    mutating func add(_ sample: Vector3, step: Double) {
        age += step
        guard age > timeConstant else {
            sum = sum + sample
            count += 1
            value = (1 / count) * sum
            return
        }
        // The deviation d = y − x swings out as e^(−at)(d cos at + (d + d'/a) sin at), a = ω/√2 = 1/τ.
        let decay = exp(-step / timeConstant)
        let (sine, cosine) = (sin(step / timeConstant), cos(step / timeConstant))
        let deviation = value - sample
        let scaled = timeConstant * slope
        value = sample + decay * ((cosine + sine) * deviation + sine * scaled)
        slope = (decay / timeConstant) * ((cosine - sine) * scaled - (2 * sine) * deviation)
    }
}
