internal import Navigation

/// The soft iron as it is kept and told: by what share it stretches and turns the field in the device frame.
struct SoftIronElements: Codable, Hashable, Sendable {
    /// The deviation of the matrix's diagonal from 1; that of z makes their sum 0.
    var xx: Double
    var yy: Double
    /// What is beside the diagonal.
    var xy: Double
    var xz: Double
    var yz: Double

    /// `nil` for none.
    init?(_ iron: SoftIron) {
        guard iron != .none else { return nil }
        (xx, yy, xy, xz, yz) = (iron.xx, iron.yy, iron.xy, iron.xz, iron.yz)
    }

    var iron: SoftIron { SoftIron(xx: xx, yy: yy, xy: xy, xz: xz, yz: yz) }
}
