internal import Glibc

/// The arcsine in degrees.
func arcsine(_ value: Double) -> Double { asin(value) * 180 / .pi }
