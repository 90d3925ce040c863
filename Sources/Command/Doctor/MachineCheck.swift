internal import Binnacle
internal import Text
internal import ZeroMQ

/// Looks at what the machine brings along: its clock, its libzmq, and the way to the bus.
enum MachineCheck {
    /// 2024-01-01: a clock that shows less was never set.
    private static let earliest = 1_704_067_200.0
    /// 2100-01-01.
    private static let latest = 4_102_444_800.0

    /// Whether the wall clock can be right, Unix seconds.
    static func clock(_ time: Double) -> CheckResult {
        let text = UTC.text(time)
        guard (earliest..<latest).contains(time) else {
            return .fail(
                "clock",
                "the wall clock says \(text)",
                "set it: recordings and last values are dated by it"
            )
        }
        return .pass("clock", text)
    }

    /// Whether libzmq is new enough, and can encrypt.
    static func library(_ version: Library.Version, hasCurve: Bool) -> CheckResult {
        let name = "libzmq"
        guard version >= Library.oldest else {
            return .fail(name, "\(version)", "install \(Library.oldest) or later: apt-get install libzmq5")
        }
        guard hasCurve else {
            return .warn(
                name,
                "\(version), built without CURVE",
                "a bus for other machines needs it: install libzmq5"
            )
        }
        return .pass(name, "\(version), with CURVE")
    }

    /// What has to be open between here and the bus.
    static func network(_ address: BusAddress) -> CheckResult {
        if address.folder != nil { return .pass("network", "none is needed: no port, no multicast") }
        if address.hasWildcardPort {
            return .fail(
                "network",
                "\(address) names no port",
                "name the one that 'binnacle bus' has printed"
            )
        }
        let ports = [address.publishEndpoint, address.subscribeEndpoint, address.requestEndpoint].compactMap {
            $0.split(separator: ":").last
        }
        return .pass("network", "TCP ports \(ports.joined(separator: ", ")); no multicast is needed")
    }
}
