import Broker
import Glibc
import Keys
import Messages
import Platform
import TestSupport
import Testing
import ZeroMQ

@Suite("The place of a bus", .timeLimit(.minutes(1)))
struct PlaceTests {
    @Test("a second bus at an address is refused, and the first goes on")
    func second() throws {
        let bus = try RawBus()
        let error = #expect(throws: BrokerError.self) { try RawBus(bus.address.description) }
        #expect(
            error?.description
                == "a bus is already at \(bus.address) (process \(getpid())); use it, or stop it first"
        )
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        bus.end()
    }

    @Test("a folder that is open to others is refused")
    func openFolder() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        chmod(folder, 0o755)
        let error = #expect(throws: BrokerError.self) { try RawBus("ipc://\(folder)") }
        #expect(
            error?.description
                == "the folder \(folder) is open to others (mode 755); run: chmod 700 \(folder)"
        )
    }

    @Test("a bus leaves nothing behind")
    func cleanEnd() throws {
        let bus = try RawBus()
        let folder = try #require(bus.address.folder)
        #expect(access("\(folder)/publish", F_OK) == 0 || access("\(folder)/subscribe", F_OK) == 0)
        bus.end()
        #expect(access(folder, F_OK) != 0)
    }

    @Test("a bus whose folder was removed takes its place again, and its connections go on")
    func removedFolder() throws {
        let bus = try RawBus()
        let reader = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        let folder = try #require(bus.address.folder)
        for name in ["publish", "subscribe", "request", "lock"] { unlink("\(folder)/\(name)") }
        #expect(rmdir(folder) == 0)
        while access("\(folder)/publish", F_OK) != 0 { usleep(10_000) }
        let late = try bus.subscriber(to: "fix/")
        let message = Pieces.message("fix/gps", "{}")
        _ = try sender.send(message)
        #expect(try RawBus.next(reader) == message)
        #expect(try RawBus.next(late) == message)
        bus.end()
    }

    @Test(
        "a socket whose place an empty folder or another file has taken is back, and whoever is there goes on",
        arguments: ["publish", "subscribe", "request"],
        [true, false]
    )
    func takenPlace(name: String, isFolder: Bool) throws {
        let bus = try RawBus()
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        let path = "\(try #require(bus.address.folder))/\(name)"
        while access(path, F_OK) != 0 { usleep(5000) }
        unlink(path)
        #expect(isFolder ? mkdir(path, 0o700) == 0 : close(creat(path, 0o600)) == 0)
        while !Self.isSocket(path) { usleep(10_000) }
        let reader = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        _ = try sender.send(Pieces.message("fix/gps", "{}"))
        #expect(try RawBus.next(reader) == Pieces.message("fix/gps", "{}"))
        #expect(try RawBus.isAnswering(requester))
        let late = try bus.requester()
        #expect(try RawBus.isAnswering(late))
        bus.end()
    }

    @Test("somebody's file, or a link, in a socket's place keeps a bus from starting and is left alone")
    func foreignFile() throws {
        let folder = try TemporaryFolder()
        for name in ["publish", "subscribe", "request"] {
            let path = "\(folder.path)/\(name)"
            for isLink in [false, true] {
                #expect(isLink ? symlink(folder.path, path) == 0 : (try? write("mine", to: path)) != nil)
                let error = #expect(throws: BrokerError.self) { try RawBus("ipc://\(folder.path)") }
                #expect(error?.description.hasPrefix("\(path) is no socket that a bus has left") == true)
                #expect(unlink(path) == 0)
            }
        }
        let bus = try RawBus("ipc://\(folder.path)")
        #expect(try RawBus.isAnswering(try bus.requester()))
        bus.end()
    }

    private func write(_ text: String, to path: String) throws {
        let file = OwnedDescriptor(try SystemFile.open(path, O_WRONLY | O_CREAT))
        _ = try file.write(Array(text.utf8))
    }

    @Test("what cannot be removed from a socket's place is told, until it is gone")
    func fullFolder() throws {
        let bus = try RawBus()
        let log = try bus.subscriber(to: "log/bus|")
        let path = "\(try #require(bus.address.folder))/subscribe"
        unlink(path)
        #expect(mkdir(path, 0o700) == 0 && mkdir("\(path)/full", 0o700) == 0)
        let line = try Pieces(RawBus.next(log)).payload
        #expect(line.contains("something has taken the place of the socket \(path)"))
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        #expect(rmdir("\(path)/full") == 0)
        while !Self.isSocket(path) { usleep(10_000) }
        _ = try bus.subscriber(to: "fix/")
        bus.end()
    }

    @Test("a bus whose folder cannot be made again says so and goes on, and takes its place when it can")
    func unmakeableFolder() throws {
        let bus = try RawBus()
        let log = try bus.subscriber(to: "log/bus|")
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        let folder = try #require(bus.address.folder)
        while access("\(folder)/publish", F_OK) != 0 { usleep(5000) }
        for name in ["publish", "subscribe", "request", "lock"] { unlink("\(folder)/\(name)") }
        #expect(rmdir(folder) == 0)
        close(creat(folder, 0o600))
        let line = try Pieces(RawBus.next(log)).payload
        #expect(line.contains("\(folder) has been removed, and is tried again each second"))
        #expect(line.contains("is not a folder"))
        #expect(try RawBus.isAnswering(requester))
        unlink(folder)
        while !Self.isSocket("\(folder)/request") { usleep(10_000) }
        let late = try bus.requester()
        #expect(try RawBus.isAnswering(late))
        bus.end()
    }

    private static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
    }

    @Test("three free ports in a row are found and told")
    func wildcard() throws {
        let bus = try RawBus("tcp://127.0.0.1:*")
        #expect(!bus.address.hasWildcardPort)
        let reader = try bus.subscriber(to: "fix/")
        let sender = try bus.publisher()
        let message = Pieces.message("fix/gps", "{}")
        _ = try sender.send(message)
        #expect(try RawBus.next(reader) == message)
        let requester = try bus.requester()
        #expect(try RawBus.isAnswering(requester))
        bus.end()
    }

    @Test("an order of a bus comes through as arguments, and what is none is told") func order() throws {
        var configuration = BrokerConfiguration(address: try BusAddress("ipc:///tmp/a b"))
        configuration.addresses.append(try BusAddress("tcp://127.0.0.1:*"))
        configuration.securedAddresses = [try BusAddress("tcp://[::1]:7750")]
        configuration.keys = KeyFolder(path: "/tmp/--keys")
        configuration.isInsecure = true
        let order = try BusOrder(BusOrder(configuration, isQuiet: true).arguments)
        #expect(order.configuration.addresses == configuration.addresses)
        #expect(order.configuration.securedAddresses == configuration.securedAddresses)
        #expect(order.configuration.keys == configuration.keys)
        #expect(order.configuration.isInsecure && order.isQuiet)
        let bad = [
            ([], "there is no --address"), (["--address"], "--address wants an address"),
            (["--address", "ipc:///a", "x"], "'x' is no option"),
            (["--address", "ipc:///a", "--keys"], "--keys wants a folder"),
            (["--address", "udp://a"], "udp://a"),
        ]
        for (arguments, complaint) in bad {
            let failure = #expect(throws: BusOrder.Failure.self) { _ = try BusOrder(arguments) }
            #expect(failure?.description.contains(complaint) == true, "\(arguments)")
        }
    }
}
