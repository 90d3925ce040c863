/// How somebody or something moves: what a trip's kind stands for.
struct Motion: Sendable {
    /// Which way it takes.
    enum Way: Sendable {
        /// Round square blocks, out and back by other streets.
        case blocks
        /// Once or more round a ring road.
        case ring
        /// None.
        case none
    }

    var way = Way.blocks
    /// Metres per second, as a rule, and within what bounds the time that is left may change it.
    var pace = 1.4
    var paces = 0.9...1.8
    /// Metres per second squared, at most, of speeding up and of braking.
    var acceleration = 0.8
    /// Radians per second, at most; and per second squared.
    var turn = 0.8
    var turnAcceleration = 1.6
    /// Metres per second squared that a curve may press outward.
    var pressure = Double.infinity
    /// Metres ahead on the way to steer for.
    var lookahead = 4.0
    /// Seconds from one stop to the next, and how long one lasts.
    var stopInterval = 120.0
    var stops = 6.0...12.0
    /// Seconds at the beginning that are spent on the spot.
    var preparation = 16.0
    /// Seconds of the longest lap.
    var lap = 600.0
    /// What the device and what carries it add to the field: the mean and the deviation of each axis, microtesla.
    var iron = (mean: (x: 12.0, y: -8.0, z: 20.0), deviation: 6.0)
    /// By what share iron bends the field: the deviation of each element of the matrix.
    var softIron = 0.0
    /// Seconds from the beginning of one stretch without, or with poor, reception to the next; none where infinite.
    var shadowInterval = Double.infinity
    /// How long one lasts, seconds.
    var shadows = 15.0...30.0
    /// Whether there is no fix there, as in a tunnel, or only a poor one, as between houses.
    var shadowsAreBlind = false

    /// Seconds at the end that are kept in hand for braking and standing.
    var reserve: Double { max(10, 1.5 * pace / acceleration) }

    init(_ kind: TripKind) {
        switch kind {
        case .cityWalk: break
        case .cityRun:
            (pace, paces, acceleration) = (3, 2.2...3.8, 1.2)
            (turn, turnAcceleration, lookahead) = (0.9, 2, 5)
            (stopInterval, stops, preparation) = (240, 8...25, 6)
            softIron = 0.02
            (shadowInterval, shadows) = (180, 15...30)
        case .cityBicycleRide:
            (pace, paces, acceleration) = (5.5, 3.5...8, 1)
            (turn, turnAcceleration, pressure, lookahead) = (0.7, 1.5, 2.5, 9)
            (stopInterval, stops, preparation) = (150, 10...40, 4)
            iron = ((20, -15, -25), 8)
            softIron = 0.04
            (shadowInterval, shadows) = (200, 15...30)
        case .freewayDrive:
            way = .ring
            (pace, paces, acceleration) = (30, 22...36, 1.5)
            (turn, turnAcceleration, pressure, lookahead) = (0.2, 0.3, 2, 60)
            (stopInterval, stops, preparation, lap) = (300, 15...60, 5, 1800)
            iron = ((40, -30, -60), 15)
            softIron = 0.08
            (shadowInterval, shadows, shadowsAreBlind) = (200, 20...40, true)
        case .customLocation:
            way = .none
            preparation = .infinity
        }
    }
}
