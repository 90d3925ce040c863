import Binnacle
import Glibc
import Messages
import Platform
import TestSupport
import Testing
import ZeroMQ

@testable import Command

@Suite("Doctor", .timeLimit(.minutes(1)))
struct DoctorTests {
    private func place(_ variables: [String: String], option: String? = nil) throws -> BusPlace {
        let address = try option.map { try BusAddress($0) }
        return try BusPlace(option: address, environment: { variables[$0] }, user: 1000)
    }

    @Test("a result is a line with its grade, and what to do where something is to be done") func lines() {
        #expect(CheckResult.pass("lock", "held").line == "PASS lock: held")
        #expect(CheckResult.fail("lock", "left", "remove it").line == "FAIL lock: left; remove it")
        #expect(
            CheckResult.warn("lock", "left", "remove it").json.line
                == #"{"check":"lock","result":"warn","detail":"left","advice":"remove it"}"#
        )
    }

    @Test("the address comes from the option, the variable, the runtime folder or the user, in this order")
    func origin()
        throws
    {
        let all = ["BINNACLE_BUS": "tcp://boat", "XDG_RUNTIME_DIR": "/run/user/1000"]
        #expect(try place(all, option: "ipc:///a").origin == .option)
        #expect(try place(all).address.description == "tcp://boat:7750")
        #expect(
            try place(all.filter { $0.key != "BINNACLE_BUS" }).address.folder == "/run/user/1000/binnacle"
        )
        let none = try place(["BINNACLE_BUS": "", "XDG_RUNTIME_DIR": "relative"])
        #expect(none.origin == .user)
        #expect(none.address.folder == "/tmp/binnacle-1000")
        #expect(throws: MessageError.self) { try place(["BINNACLE_BUS": "boat"]) }
        // What the doctor says is where all programs look.
        let ours = try BusPlace(option: nil, environment: { Environment[$0] }, user: getuid())
        #expect(ours.address == (try BusAddress.fromEnvironment()))
    }

    @Test("without XDG_RUNTIME_DIR two buses would not meet, and one that is there already does not")
    func meeting() throws {
        let none = try place([:])
        let missing = none.meeting(user: 1000) { _ in false }
        #expect(missing.grade == .warn)
        #expect(missing.detail.contains("ipc:///run/user/1000/binnacle"))
        #expect(missing.advice == "start every program with BINNACLE_BUS=ipc:///tmp/binnacle-1000")
        let session = try place(["XDG_RUNTIME_DIR": "/run/user/1000"])
        #expect(session.meeting(user: 1000) { _ in false }.grade == .pass)
        #expect(session.meeting(user: 1000) { $0 == "/run/user/1000/binnacle" }.grade == .pass)
        let other = session.meeting(user: 1000) { $0 == "/tmp/binnacle-1000" }
        #expect(other.grade == .warn)
        #expect(other.detail.contains("another bus of yours is at ipc:///tmp/binnacle-1000"))
    }

    @Test("a folder that is open, of somebody else, or none is a fault") func folders() throws {
        let folder = try TemporaryFolder()
        let user = geteuid()
        func grades(_ path: String, _ user: UInt32) -> [String] {
            FolderCheck(path: path, user: user).results.map { "\($0.grade) \($0.name)" }
        }
        #expect(grades(folder.path, user) == ["pass folder", "warn lock", "pass sockets"])
        #expect(grades(folder.path, user + 1) == ["fail folder"])
        chmod(folder.path, 0o755)
        let open = try #require(FolderCheck(path: folder.path, user: user).results.first)
        #expect(
            open.line
                == "FAIL folder: \(folder.path) is open to others (mode 755); run: chmod 700 \(folder.path)"
        )
        #expect(grades(try folder.write([], to: "file"), user) == ["fail folder"])
        #expect(grades(folder.file("nothing"), user) == ["warn folder"])
    }

    @Test("a bus that is there holds its lock, and one that was killed has left it") func locks() throws {
        let bus = try TestBus()
        let path = try #require(bus.address.folder)
        let held = FolderCheck(path: path, user: geteuid()).results
        // A bus opens the socket that messages go into a moment after the others.
        #expect(
            held.map(\.grade) == [.pass, .pass, held[2].detail.hasPrefix("publish missing") ? .warn : .pass]
        )
        #expect(held[1].detail.contains("process \(getpid())"))
        #expect(FolderCheck.isHeld(path))
        // What the bus cannot remove is named, with what to do.
        unlink("\(path)/request")
        #expect(mkdir("\(path)/request", 0o700) == 0 && mkdir("\(path)/request/full", 0o700) == 0)
        let blocked = try #require(FolderCheck(path: path, user: geteuid()).results.last)
        #expect(
            blocked.line
                == "FAIL sockets: \(path)/request is no socket: nobody comes in there; remove it, and the bus makes its "
                + "socket again within a second: rm -r \(path)/request"
        )
        rmdir("\(path)/request/full")
        rmdir("\(path)/request")
        bus.end()

        let left = try TemporaryFolder()
        try left.write(Array("4711\n".utf8), to: "lock")
        try left.write([], to: "request")
        let results = FolderCheck(path: left.path, user: geteuid()).results
        #expect(results.map(\.grade) == [.pass, .warn, .warn])
        #expect(results[1].detail == "left by a bus that was killed (process 4711)")
        #expect(results[2].detail.hasPrefix("request left over"))
        #expect(!FolderCheck.isHeld(left.path))
    }

    @Test("a clock that was never set, an old libzmq, an address without a port are faults") func machine()
        throws
    {
        #expect(MachineCheck.clock(1_796_040_225).line == "PASS clock: 2026-11-30T12:03:45Z")
        #expect(MachineCheck.clock(86_400).grade == .fail)
        #expect(MachineCheck.clock(.infinity).grade == .fail)
        #expect(MachineCheck.library(.init(4, 2, 5), hasCurve: true).grade == .fail)
        #expect(MachineCheck.library(.init(4, 3, 4), hasCurve: false).grade == .warn)
        #expect(
            MachineCheck.library(.init(4, 10, 0), hasCurve: true).line == "PASS libzmq: 4.10.0, with CURVE"
        )
        #expect(MachineCheck.library(Library.version, hasCurve: Library.has("curve")).grade != .fail)
        #expect(MachineCheck.network(try BusAddress("tcp://127.0.0.1:*")).grade == .fail)
        #expect(MachineCheck.network(try BusAddress("tcp://boat")).detail.contains("7750, 7751, 7752"))
        #expect(MachineCheck.network(try BusAddress("ipc:///a")).grade == .pass)
    }

    @Test(
        "a bus whose clock differs is noticed, the more the worse",
        arguments: [
            (0, "pass"), (200, "pass"), (600, "warn"), (-600, "warn"), (1500, "fail"), (-7_200_000, "fail"),
        ]
    ) func busClock(milliseconds: Int64, grade: String) {
        let arrival = BusCheck.StatusArrival(
            message: Status(time: 0, state: .ready),
            published: 1_796_040_225_000_000_000,
            arrival: 1_796_040_225_000_000_000 + milliseconds * 1_000_000
        )
        #expect(BusCheck.busClock(arrival).grade.rawValue == grade)
    }

    @Test("a clock of no century is a fault, and one that is not known is not right either")
    func strangeClock() {
        let strange = BusCheck.StatusArrival(
            message: Status(time: 0, state: .ready),
            published: .min,
            arrival: 1_796_040_225_000_000_000
        )
        #expect(BusCheck.busClock(strange).grade == .fail)
        #expect(BusCheck.busClock(nil).grade == .warn)
        #expect(BusCheck.contract(nil).grade == .fail)
        var status = Status(time: 0, state: .ready)
        #expect(BusCheck.contract(status).grade == .pass)
        status.dropped = 2
        #expect(BusCheck.contract(status).detail.contains("2 messages"))
    }

    @Test("keys that others can read are a fault, with what to do") func keys() throws {
        let folder = try TemporaryFolder()
        func results(_ more: [String: String] = [:]) -> [CheckResult] {
            let variables = ["BINNACLE_KEYS": folder.path].merging(more) { $1 }
            return KeyFilesCheck { variables[$0] }.results
        }
        let file = try folder.write([], to: "boat.key")
        chmod(file, 0o600)
        #expect(results().map(\.grade) == [.pass])
        chmod(file, 0o644)
        #expect(
            results().map(\.line) == [
                "FAIL keys: \(file) is open to others (mode 644); run: chmod -R go= \(folder.path)"
            ]
        )
        #expect(results(["BINNACLE_KEY": file]).map(\.name) == ["key", "keys"])
        #expect(results(["BINNACLE_KEY": "/nowhere"]).first?.grade == .fail)
        #expect(KeyFilesCheck { $0 == "HOME" ? folder.path : nil }.results.map(\.grade) == [.pass])
    }
}
