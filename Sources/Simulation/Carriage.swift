internal import Messages

/// What carries the device, and so how it stands and shakes.
enum Carriage: Sendable {
    case hand(Hand)
    case mount(Mount)

    init(
        _ kind: TripKind,
        _ handling: TripPlan.Handling,
        _ traveller: Traveller,
        _ random: inout SeededGenerator
    ) {
        switch kind {
        case .cityWalk, .cityRun:
            self = .hand(Hand(traveller, swings: kind == .cityRun, isVaried: handling == .varied, &random))
        case .cityBicycleRide: self = .mount(Mount(.handlebar, traveller, &random))
        case .freewayDrive: self = .mount(Mount(.windscreen, traveller, &random))
        case .customLocation: self = .mount(Mount(.table, traveller, &random))
        }
    }

    /// Goes on by some seconds with who carries it.
    mutating func advance(by step: Double, _ traveller: Traveller) {
        switch self {
        case .hand(var hand):
            hand.advance(by: step, traveller)
            self = .hand(hand)
        case .mount(var mount):
            mount.advance(by: step, traveller)
            self = .mount(mount)
        }
    }

    /// How the device stands now.
    var attitude: Rotation {
        switch self {
        case .hand(let hand): hand.attitude
        case .mount(let mount): mount.attitude
        }
    }

    /// Where its top points, radians clockwise from true north.
    var heading: Double {
        switch self {
        case .hand(let hand): hand.heading
        case .mount(let mount): mount.heading
        }
    }

    /// How it is shaken, metres per second squared: along the way, to its right, up.
    var shaking: Vector {
        switch self {
        case .hand(let hand): hand.shaking
        case .mount(let mount): mount.shaking
        }
    }
}
