/// Samples of the field that differ from each other, as many as a calibration needs: a bounded memory in which a
/// device that lies still does not crowd out the directions it has been through.
struct FieldSamples: Sendable {
    struct Sample: Sendable {
        /// The first measurement in it, µT in the device frame: distances count from there, so that a sample does
        /// not follow a slow turn about.
        let anchor: Vector3
        /// The measurements' running mean, µT in the device frame.
        var field: Vector3
        /// Up in the device frame; absent without acceleration.
        var up: Vector3?
        /// The standard error of up, radians.
        var upUncertainty: Double
        /// Of the newest measurement in it, seconds.
        var time: Double

        init(field: Vector3, up: Vector3?, upUncertainty: Double, time: Double) {
            anchor = field
            self.field = field
            self.up = up
            self.upUncertainty = upUncertainty
            self.time = time
        }
    }

    static let capacity = 48
    /// Closer than this, µT, two measurements are averaged into one sample.
    private static let spacing = 3.0
    private static let averaging = 0.2

    private(set) var all: [Sample] = []

    mutating func add(_ new: Sample) {
        let distances = all.lazy.map { ($0.anchor - new.anchor).length }
        let nearest = distances.enumerated().min { $0.element < $1.element }
        if let nearest, nearest.element < Self.spacing {
            merge(new, into: nearest.offset)
        } else {
            if all.count >= Self.capacity, let oldest = all.indices.min(by: { all[$0].time < all[$1].time }) {
                all.remove(at: oldest)
            }
            all.append(new)
        }
    }

    private mutating func merge(_ new: Sample, into index: Int) {
        let old = all[index]
        all[index].field = old.field + Self.averaging * (new.field - old.field)
        if let up = new.up {
            all[index].up = old.up.map { $0 + Self.averaging * (up - $0) }?.unit ?? up
            all[index].upUncertainty = new.upUncertainty
        }
        all[index].time = new.time
    }

    /// Forgets the older half.
    mutating func halve() {
        all.sort { $0.time < $1.time }
        all.removeFirst((all.count + 1) / 2)
    }
}
