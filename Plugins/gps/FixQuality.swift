internal import Binnacle

/// How good a fix is, in the steps that are worth a line in the log.
enum FixQuality: String {
    case none = "no fix"
    case simulated = "simulated fix"
    case deadReckoning = "dead reckoning"
    case twoDimensional = "2D fix"
    case threeDimensional = "3D fix"
    case realTimeFloat = "RTK float"
    case realTimeFixed = "RTK fixed"

    init(_ fix: Fix) {
        switch (fix.technology, fix.rtk) {
        case (.simulated?, _): self = .simulated
        case (.deadReckoning?, _): self = .deadReckoning
        case (_, .fixed?): self = .realTimeFixed
        case (_, .float?): self = .realTimeFloat
        default: self = fix.mode == 3 ? .threeDimensional : .twoDimensional
        }
    }
}
