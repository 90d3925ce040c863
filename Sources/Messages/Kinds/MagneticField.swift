/// A sample of a magnetometer in the device frame.
public struct MagneticField: Message, Hashable {
    /// The first segment of the topics that carry magnetic fields.
    public static let kind = "magnetic-field"

    /// When it was measured, Unix seconds.
    public var time: Double
    /// The field, microtesla.
    public var field: Vector

    /// Creates a sample.
    public init(time: Double, field: Vector) {
        self.time = time
        self.field = field
    }
}
