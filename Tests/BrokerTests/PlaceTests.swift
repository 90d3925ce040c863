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
            (["--address", "ipc:///a", "x"], "'x' is no option"), (["--address", "udp://a"], "udp://a"),
        ]
        for (arguments, complaint) in bad {
            let failure = #expect(throws: BusOrder.Failure.self) { _ = try BusOrder(arguments) }
            #expect(failure?.description.contains(complaint) == true, "\(arguments)")
        }
    }
}
