internal import Binnacle
internal import Glibc
internal import Platform
internal import ZeroMQ

/// `binnacle doctor`: what may keep programs from meeting.
enum DoctorVerb {
    static let declaration = Verb(
        "doctor",
        "Check the bus and what may keep programs from meeting on it",
        discussion: """
            A line each: PASS, WARN or FAIL, what was looked at, what was found and what to do.
            Ends with status 1 when something fails. Nothing is changed.
            """,
        options: [CommonOptions.address, CommonOptions.json],
        examples: [.init("binnacle doctor | grep -v PASS", "what is not as it should be")],
        body: run
    )

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let json = arguments[CommonOptions.json]
        var worst = ExitCode.success
        func show(_ results: [CheckResult]) throws {
            for result in results {
                if result.grade == .fail { worst = .failure }
                try Output.line(json ? result.json.line : result.line)
            }
        }
        try await examine(arguments[CommonOptions.address], show)
        return worst
    }

    private static func examine(_ option: BusAddress?, _ show: ([CheckResult]) throws -> Void) async throws {
        let user = getuid()
        do {
            let place = try BusPlace(option: option, environment: { Environment[$0] }, user: user)
            try show([.pass("address", "\(place.address), from \(place.origin.rawValue)")])
            try show([
                place.meeting(user: user, isBus: FolderCheck.isHeld), MachineCheck.network(place.address),
            ])
            if let folder = place.address.folder {
                try show(FolderCheck(path: folder, user: geteuid()).results)
            }
            try show(await bus(place.address))
        } catch let error as MessageError {
            try show([.fail("address", "BINNACLE_BUS: \(error)", "set it right, or unset it")])
        }
        try show([
            MachineCheck.clock(WallClock.seconds),
            MachineCheck.library(Library.version, hasCurve: Library.has("curve")),
        ])
        try show(KeyFilesCheck { Environment[$0] }.results)
    }

    private static func bus(_ address: BusAddress) async -> [CheckResult] {
        guard !address.hasWildcardPort else { return [] }
        let node: Node
        do {
            node = try BusConnection.join(address)
        } catch {
            return [.fail("bus", "\(error)")]
        }
        let results = await BusCheck(node: node).results()
        await node.close()
        return results
    }
}
