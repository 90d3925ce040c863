import Navigation
import Testing

@Suite("The way back", .timeLimit(.minutes(5)))
struct ReturnPathTests {
    let goal = Coordinate(latitude: 52, longitude: 13)

    private func place(_ distance: Double) throws -> Coordinate {
        try #require(Geodesic.direct(from: goal, bearing: 200, distance: distance)).end
    }

    @Test("Distance, bearing and the turn to it")
    func step() throws {
        var path = ReturnPath(to: goal)
        let way = path.step(from: try place(1000))
        let step = try #require(way)
        #expect(abs(step.distance - 1000) < 1e-6)
        let bearing = try #require(step.bearing)
        #expect(abs(bearing - 20) < 0.01)
        let turn = try #require(step.turn(from: 350))
        #expect(abs(turn - 30) < 0.01)
        #expect(step.turn(from: nil) == nil)
        #expect(step.turn(from: .nan) == nil)
        let behind = try #require(step.turn(from: bearing + 180))
        #expect(behind == -180)
    }

    @Test("An arrow is shown from 50 m on, and hidden again only below 45 m")
    func hysteresis() throws {
        var path = ReturnPath(to: goal)
        let expected = [
            (49.9, false), (50.001, true), (46, true), (49, true), (44.9, false), (46, false), (50.001, true),
        ]
        for (distance, isVisible) in expected {
            #expect(path.step(from: try place(distance))?.isVisible == isVisible, "\(distance) m")
        }
        var other = ReturnPath(to: goal, visibleFrom: 10)
        #expect(other.step(from: try place(10.001))?.isVisible == true)
    }

    @Test("At the place itself there is no bearing, and no way from nowhere")
    func edges() throws {
        var path = ReturnPath(to: goal)
        let way = path.step(from: goal)
        let step = try #require(way)
        #expect(step.distance == 0)
        #expect(step.bearing == nil)
        #expect(step.turn(from: 0) == nil)
        #expect(!step.isVisible)
        #expect(path.step(from: Coordinate(latitude: .nan, longitude: 0)) == nil)
    }
}
