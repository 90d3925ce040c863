internal import Glibc

/// A way along the streets of a city of square blocks, from a corner and back to it; metres east and north of the start.
struct Route: Sendable {
    /// A place of the plane, metres east and north of the start.
    struct Point: Hashable, Sendable {
        var east: Double
        var north: Double

        func distance(to other: Point) -> Double {
            hypot(other.east - east, other.north - north)
        }
    }

    /// The corners in their order, the first and the last the start.
    let corners: [Point]
    /// For each corner, the metres walked up to it.
    let lengths: [Double]

    /// The metres from beginning to end.
    var length: Double { lengths.last ?? 0 }

    /// Draws a way of some length: each lap goes two blocks one way and two blocks across, and back by other streets.
    init(length: Double, laps: Int, _ random: inout SeededGenerator) {
        let block = length / Double(8 * laps)
        let bearing = random.uniform(0...(.pi / 2))
        var steps: [(along: Double, across: Double)] = []
        for _ in 0..<laps {
            steps += Self.lap(after: steps.last, &random)
        }
        var corners = [Point(east: 0, north: 0)]
        var (along, across) = (0.0, 0.0)
        for step in steps {
            along += step.along * block
            across += step.across * block
            corners.append(
                Point(
                    east: along * sin(bearing) + across * cos(bearing),
                    north: along * cos(bearing) - across * sin(bearing)
                )
            )
        }
        self.init(corners: corners)
    }

    /// A way of some length round a ring of gentle bends, once or more.
    init(ring length: Double, laps: Int, _ random: inout SeededGenerator) {
        let bends = 48
        let radius = length / Double(laps) / (2 * .pi)
        let (bearing, side) = (random.uniform(0...2 * .pi), random.uniform() < 0.5 ? 1.0 : -1.0)
        let centre = Point(east: radius * sin(bearing), north: radius * cos(bearing))
        // The same bends each lap, some wider than others; the start is one of them.
        let wobble = (0..<bends).map { $0 == 0 ? 1 : 1 + random.uniform(-0.01...0.01) }
        var corners: [Point] = []
        for step in 0...(bends * laps) {
            let angle = bearing + .pi + side * 2 * .pi * Double(step) / Double(bends)
            let reach = radius * wobble[step % bends]
            corners.append(
                Point(east: centre.east + reach * sin(angle), north: centre.north + reach * cos(angle))
            )
        }
        self.init(corners: corners)
    }

    /// The way of what stays where it is.
    static let nowhere = Route(corners: [Point(east: 0, north: 0)])

    private init(corners: [Point]) {
        self.corners = corners
        lengths = zip(corners, corners.dropFirst()).reduce(into: [0]) { lengths, leg in
            lengths.append((lengths.last ?? 0) + leg.0.distance(to: leg.1))
        }
    }

    private static func lap(
        after last: (along: Double, across: Double)?,
        _ random: inout SeededGenerator
    ) -> [(along: Double, across: Double)] {
        let along = random.uniform() < 0.5 ? 1.0 : -1.0
        let across = random.uniform() < 0.5 ? 1.0 : -1.0
        let ways = [(along, 0.0), (along, 0.0), (0.0, across), (0.0, across)]
        let out = ways.shuffled(using: &random)
        var back = ways.map { (-$0.0, -$0.1) }.shuffled(using: &random)
        // Nobody turns round in the middle of a street: the way back begins round the corner.
        if let arrival = out.last, arrival.0 == -back[0].0, arrival.1 == -back[0].1,
            let other = back.firstIndex(where: { $0 != back[0] })
        {
            back.swapAt(0, other)
        }
        return (out + back).map { (along: $0.0, across: $0.1) }
    }

    /// The place so many metres from the beginning; beyond the end, the end.
    func point(at distance: Double) -> Point {
        guard let next = lengths.firstIndex(where: { $0 > distance }), next > 0 else {
            return distance <= 0 ? corners[0] : corners[corners.count - 1]
        }
        let (from, to) = (corners[next - 1], corners[next])
        let part = (distance - lengths[next - 1]) / (lengths[next] - lengths[next - 1])
        return Point(
            east: from.east + (to.east - from.east) * part,
            north: from.north + (to.north - from.north) * part
        )
    }
}
