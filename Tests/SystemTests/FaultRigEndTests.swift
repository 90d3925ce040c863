import Glibc
import Platform
import Testing

/// A rig of ten nodes ends in every way, again and again, and nothing of it is left.
@Suite("A rig of ten nodes, however it ends", .serialized, .timeLimit(.minutes(60)))
struct FaultRigEndTests {
    /// How a launch is ended.
    enum Ending: String, CaseIterable {
        /// Ctrl-C, at any moment.
        case interrupt
        /// `kill`, at any moment.
        case terminate
        /// The launcher is killed, at any moment.
        case kill
        /// A required node crashes.
        case crash
        /// A required node ends with a code of its own.
        case failure
        /// A node ignores what asks it to stop.
        case stubborn
        /// A node has children, which have children.
        case forks

        var tenth: TenNodes.Tenth {
            switch self {
            case .interrupt, .terminate, .kill: .calm
            case .crash: .crashing
            case .failure: .failing
            case .stubborn: .stubborn
            case .forks: .forking
            }
        }

        var signal: Int32? {
            switch self {
            case .interrupt, .stubborn, .forks: SIGINT
            case .terminate: SIGTERM
            case .kill: SIGKILL
            case .crash, .failure: nil
            }
        }

        /// Whether the rig is let come up first.
        var isAfterStart: Bool { self == .stubborn || self == .forks }

        var status: Platform.ExitStatus {
            switch self {
            case .interrupt, .terminate, .stubborn, .forks: .code(0)
            case .kill: .signal(SIGKILL)
            case .crash: .code(128 + SIGSEGV)
            case .failure: .code(7)
            }
        }
    }

    @Test("nothing of it is left, and the exit code is right", arguments: Ending.allCases)
    func end(ending: Ending) async throws {
        for round in 0..<FaultSeries.rounds {
            let scratch = try Scratch()
            let file = try scratch.file("ten.yaml", TenNodes.launchFile(ending.tenth))
            let rig = try Program("binnacle", ["launch", file], environment: scratch.environment)
            // Before the launcher takes signals for orders, they end it as they end any program.
            try await rig.until { $0.complained.contains("bus: started") }
            if ending.isAfterStart {
                try await rig.until { $0.complained.contains("tenth: ready") }
            } else {
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...1200)))
            }
            let family = Processes.descendants(of: rig.pid)
            if let signal = ending.signal { rig.send(signal) }
            let outcome = try await rig.ended()
            #expect(outcome.status == ending.status, "\(ending) \(round): \(outcome.error)")
            if ending == .stubborn {
                #expect(outcome.error.contains("tenth: does not stop, sending SIGKILL"), "\(outcome.error)")
            }
            // A killed launcher's guardian takes its time to be gentle.
            try await eventually("\(ending) \(round): all end") {
                Processes.on(scratch) == [] && !family.contains(where: Processes.isAlive)
            }
            try await eventually("\(ending) \(round): sockets and lock are gone") { scratch.busIsGone }
        }
        FaultSeries.report("ending by \(ending)", "nothing left, each exit code right")
    }
}
