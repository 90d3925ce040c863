/// How a sensor is built into a device: what turns its axes into the device's, x right, y forward, z up.
///
/// As the kernel's binding `mount-matrix` lays it down: a vector of the device is the matrix times a vector of the sensor.
public struct MountMatrix: Hashable, Sendable {
    /// The rows, each for one axis of the device.
    public let rows: [SIMD3<Double>]

    /// A sensor whose axes are the device's.
    public static let identity = MountMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

    private init(rows: [SIMD3<Double>]) { self.rows = rows }

    /// Reads a matrix as the kernel writes it: `0, 1, 0; -1, 0, 0; 0, 0, 1`.
    ///
    /// - Parameters:
    ///   - text: three rows of three numbers.
    ///   - place: the file or the parameter, for errors.
    /// - Throws: ``IIOError/Code/broken`` for anything else, and for what neither turns nor mirrors: its determinant is not ±1,
    ///   or its rows are not at right angles.
    public init(_ text: String, in place: String) throws(IIOError) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map { Number.read($0) }
        }
        var rows: [SIMD3<Double>] = []
        for part in parts {
            let numbers = part.compactMap { $0 }
            guard part.count == 3, numbers.count == 3 else { break }
            rows.append([numbers[0], numbers[1], numbers[2]])
        }
        guard rows.count == 3, parts.count == 3 else {
            throw IIOError(
                .broken,
                "\(place): '\(text)' is no mount matrix; it has three rows of three numbers, as in 0, 1, 0; -1, 0, 0; 0, 0, 1"
            )
        }
        self.rows = rows
        guard abs(abs(determinant) - 1) <= Self.tolerance else {
            throw IIOError(
                .broken,
                "\(place): the mount matrix '\(text)' has the determinant \(determinant), not 1 or -1: it would stretch "
                    + "what is measured; correct it, or give another (mount-matrix)"
            )
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)]
        where abs(Self.dot(rows[first], rows[second])) > Self.tolerance {
            throw IIOError(
                .broken,
                "\(place): rows \(first + 1) and \(second + 1) of the mount matrix '\(text)' are not at right angles; "
                    + "correct it, or give another (mount-matrix)"
            )
        }
    }

    /// Matrices are written with three digits.
    private static let tolerance = 0.02

    /// 1 for a turn, -1 for one that mirrors as well.
    public var determinant: Double {
        let (a, b, c) = (rows[0], rows[1], rows[2])
        return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x)
    }

    /// A vector of the sensor in the axes of the device.
    public func callAsFunction(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        [Self.dot(rows[0], vector), Self.dot(rows[1], vector), Self.dot(rows[2], vector)]
    }

    private static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
}
