import Binnacle
import Glibc
import Messages
import Platform
import TestSupport
import Testing

@Suite("The switch of location services", .timeLimit(.minutes(1)))
struct LocationTests {
    private func set(_ enabled: Bool?, _ node: Node) async throws -> Bool? {
        try await node.request(
            "bus/location",
            BusRequests.Location(enabled: enabled),
            as: BusRequests.Location.self
        ).enabled
    }

    @Test("While it is off no place is handed on or kept, whoever sends it, and all else is")
    func off() async throws {
        let bus = try TestBus()
        let sender = try bus.join("gps")
        let reader = try bus.join("reader")
        let places = try sender.publisher(of: Fix.self)
        let fields = try sender.publisher(of: MagneticField.self)
        var fixes = reader.messages(of: Fix.self, .kind(Fix.kind)).makeAsyncIterator()
        var seen = reader.messages(of: MagneticField.self, .kind(MagneticField.kind)).makeAsyncIterator()
        var switches = reader.messages(of: LocationServices.self, .kind(LocationServices.kind))
            .makeAsyncIterator()
        await reader.subscriptionsInForce()
        #expect(try await set(nil, reader) == true)
        places.publish(Fix(time: 1, latitude: 48, longitude: 11))
        #expect(await fixes.next()?.message?.time == 1)
        #expect(try await set(false, reader) == false)
        #expect(await switches.next()?.message?.enabled == false)
        #expect(try await set(nil, reader) == false)
        places.publish(Fix(time: 2, latitude: 48, longitude: 11))
        fields.publish(MagneticField(time: 3, field: Vector(x: 1, y: 2, z: 3)))
        #expect(await seen.next()?.message?.time == 3)
        let kept = try await reader.request(
            "bus/last",
            BusRequests.Prefix(prefix: "fix/"),
            as: BusRequests.LastValues.self
        )
        #expect(kept.messages.isEmpty)
        #expect(try await set(true, reader) == true)
        #expect(await switches.next()?.message?.enabled == true)
        places.publish(Fix(time: 4, latitude: 48, longitude: 11))
        let next = await fixes.next()
        #expect(next?.message?.time == 4)
        #expect(next?.lost == 1)
        await sender.close()
        await reader.close()
        bus.end()
    }

    @Test("A bus that comes back where it was switched off is off, and says so")
    func restarted() async throws {
        let temporary = try TemporaryFolder()
        let address = "ipc://\(temporary.path)/bus"
        for expected in [true, false] {
            let bus = try TestBus(address)
            let node = try bus.join("asker")
            #expect(try await set(nil, node) == expected)
            if !expected {
                var switches = node.messages(of: LocationServices.self, .kind(LocationServices.kind))
                    .makeAsyncIterator()
                #expect(await switches.next()?.message?.enabled == false)
            }
            #expect(try await set(false, node) == false)
            await node.close()
            bus.end()
        }
        #expect(access("\(temporary.path)/bus/location-off", F_OK) == 0)
        let bus = try TestBus(address)
        let node = try bus.join("asker")
        #expect(try await set(true, node) == true)
        await node.close()
        bus.end()
        #expect(access("\(temporary.path)/bus/location-off", F_OK) != 0)
    }
}
