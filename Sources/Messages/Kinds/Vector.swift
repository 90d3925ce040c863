/// Three components in the device frame: x right, y forward (the top of a phone), z up (out of its screen).
public struct Vector: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Forward, to the top of a phone.
    public var y: Double
    /// Up, out of a phone's screen.
    public var z: Double

    /// Creates a vector from its components.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}
