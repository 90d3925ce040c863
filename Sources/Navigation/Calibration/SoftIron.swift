/// How iron that is no magnet bends the field: the deviation of a symmetric matrix from the one that leaves all as it is.
///
/// A magnetometer reads (1 + S) m of a field m in the device frame. A stretch that is the same on all axes turns no field,
/// and so S has no trace: five numbers.
public struct SoftIron: Hashable, Sendable {
    typealias Elements = InlineArray<5, Double>

    /// The share by which the field along x is stretched more than on the average of the axes.
    public let xx: Double
    /// The same along y.
    public let yy: Double
    /// What a field along y adds along x, and one along x along y, as a share of it.
    public let xy: Double
    /// The same of x and z.
    public let xz: Double
    /// The same of y and z.
    public let yz: Double

    /// The same along z.
    public var zz: Double { -xx - yy }

    /// The field is as it would be without.
    public static let none = SoftIron(xx: 0, yy: 0, xy: 0, xz: 0, yz: 0)

    /// Creates one from its elements; that of z alone follows from those of x and y.
    public init(xx: Double, yy: Double, xy: Double, xz: Double, yz: Double) {
        self.xx = xx
        self.yy = yy
        self.xy = xy
        self.xz = xz
        self.yz = yz
    }

    private static let third = 1 / 3.0.squareRoot()

    /// From the weights of five matrices of the same norm: the differences of the diagonal, and what is beside it.
    init(_ weights: Elements) {
        self.init(
            xx: weights[0] - Self.third * weights[1],
            yy: -weights[0] - Self.third * weights[1],
            xy: weights[2],
            xz: weights[3],
            yz: weights[4]
        )
    }

    var weights: Elements { [0.5 * (xx - yy), -0.5 * (xx + yy) / Self.third, xy, xz, yz] }

    /// What one of the five matrices makes of a field.
    static func bend(_ index: Int, _ field: Vector3) -> Vector3 {
        switch index {
        case 0: Vector3(x: field.x, y: -field.y, z: 0)
        case 1: third * Vector3(x: -field.x, y: -field.y, z: 2 * field.z)
        case 2: Vector3(x: field.y, y: field.x, z: 0)
        case 3: Vector3(x: field.z, y: 0, z: field.x)
        default: Vector3(x: 0, y: field.z, z: field.y)
        }
    }

    /// What a magnetometer reads of a field is this times the field.
    var matrix: Matrix3 {
        Matrix3(
            x: Vector3(x: 1 + xx, y: xy, z: xz),
            y: Vector3(x: xy, y: 1 + yy, z: yz),
            z: Vector3(x: xz, y: yz, z: 1 + zz)
        )
    }

    /// What takes it out of what a magnetometer reads, less the hard iron.
    var straight: Matrix3 { matrix.inverse ?? .identity }

    /// By how much an element differs at most from that of another one.
    public func difference(from other: SoftIron) -> Double {
        let (one, two) = (elements, other.elements)
        return zip(one, two).map { abs($0 - $1) }.max() ?? 0
    }

    /// Whether a device has such a one: no element is above 0.3, and all are numbers.
    public var isPlausible: Bool { elements.allSatisfy { abs($0) <= Self.plausible } }

    private static let plausible = 0.3

    private var elements: [Double] { [xx, yy, zz, xy, xz, yz] }
}
