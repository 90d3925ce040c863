internal import Binnacle

/// Where the bus is looked for, and what said so.
struct BusPlace: Sendable, Equatable {
    /// What the address was taken from.
    enum Origin: String, Sendable {
        case option = "--address"
        case variable = "BINNACLE_BUS"
        case runtimeFolder = "XDG_RUNTIME_DIR"
        case user = "the user's number, because XDG_RUNTIME_DIR is not set"
    }

    let address: BusAddress
    let origin: Origin

    /// Finds the place as every program does.
    ///
    /// - Parameters:
    ///   - option: the address on the command line.
    ///   - environment: the value of a variable.
    ///   - user: the number of the user.
    /// - Throws: what is wrong with the address in `BINNACLE_BUS`.
    init(option: BusAddress?, environment: (String) -> String?, user: UInt32) throws(MessageError) {
        if let option {
            (address, origin) = (option, .option)
            return
        }
        let usual = try BusAddress.usual(environment: environment, user: user)
        address = usual.address
        origin =
            switch usual.origin {
            case .variable: .variable
            case .runtimeFolder: .runtimeFolder
            case .user: .user
            }
    }

    /// The folder of a bus that was started in a session of the user's, where the system makes one for it.
    static func session(_ user: UInt32) -> String { "/run/user/\(user)/binnacle" }

    /// Says whether programs that are started elsewhere would look in the same place.
    ///
    /// - Parameters:
    ///   - user: the number of the user.
    ///   - isBus: whether a bus holds the lock of a folder.
    /// - Returns: a warning where they would not.
    func meeting(user: UInt32, isBus: (String) -> Bool) -> CheckResult {
        let name = "meeting"
        let others = [Self.session(user), BusAddress.fallback(for: user)].filter {
            $0 != address.folder && isBus($0)
        }
        let advice = "start every program with BINNACLE_BUS=\(address)"
        if let other = others.first {
            return .warn(
                name,
                "another bus of yours is at ipc://\(other), and who is there is not met here",
                advice
            )
        }
        switch origin {
        case .option, .variable: return .pass(name, "the address is given, whatever XDG_RUNTIME_DIR says")
        case .runtimeFolder: return .pass(name, "programs of this session look here too")
        case .user:
            return .warn(
                name,
                "XDG_RUNTIME_DIR is not set: programs that are started where it is, in a desktop session say, look "
                    + "at ipc://\(Self.session(user))",
                advice
            )
        }
    }
}
