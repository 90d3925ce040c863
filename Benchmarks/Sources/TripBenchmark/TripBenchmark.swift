internal import Messages
internal import Navigation
internal import Recordings
internal import Simulation

/// Runs simulated trips through the estimator of the fusion, and says how far its headings are from the truth.
///
/// `bench-trips` reads lines from standard input, kind handling latitude rate seconds seed (as in `city-walk varied 45 50 600 1`),
/// and writes a line for each: how many headings there were, how many of them were valid, how many of these were within their
/// bound, the sum of the squares of the valid ones' errors, degrees², and their median bound, degrees. Fixes go to it as they do
/// in the node.
///
/// `bench-trips series` writes a line for each heading instead: its seconds from the start, the truth, the
/// heading and its bound, degrees; what is not known is `nan`.
@main struct TripBenchmark {
    static func main() throws {
        let isSeries = CommandLine.arguments.dropFirst().first == "series"
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 6, let plan = plan(words) else {
                print("not a trip: \(line)")
                continue
            }
            try isSeries ? series(plan) : summary(plan)
        }
    }

    private static func plan(_ words: [String]) -> TripPlan? {
        var plan = TripPlan()
        guard let kind = TripKind(rawValue: words[0]), let handling = TripPlan.Handling(rawValue: words[1]),
            let latitude = Double(words[2]), let rate = Int(words[3]), let duration = Double(words[4]),
            let seed = UInt64(words[5])
        else { return nil }
        (plan.kind, plan.handling, plan.latitude, plan.rate) = (kind, handling, latitude, rate)
        (plan.duration, plan.seed) = (duration, seed)
        return plan
    }

    /// Gives out each heading with what really is.
    private static func run(_ plan: TripPlan, _ told: (HeadingEstimate, TripTruth) -> Void) throws {
        var trip = try Trip(plan)
        var estimator = HeadingEstimator()
        while let message = trip.next() {
            switch message {
            case .fix(let fix):
                estimator.add(
                    latitude: fix.latitude,
                    longitude: fix.longitude,
                    altitude: fix.altitude,
                    time: fix.time
                )
                if let speed = fix.speed {
                    estimator.add(
                        speed: speed,
                        course: fix.course,
                        accuracy: fix.speedAccuracy,
                        time: fix.time
                    )
                }
            case .imu(let imu):
                estimator.add(
                    acceleration: imu.acceleration.map { Vector3(x: $0.x, y: $0.y, z: $0.z) },
                    rotationRate: imu.rotationRate.map { Vector3(x: $0.x, y: $0.y, z: $0.z) },
                    time: imu.time
                )
            case .field(let field):
                let vector = Vector3(x: field.field.x, y: field.field.y, z: field.field.z)
                if let estimate = estimator.add(field: vector, time: field.time) {
                    told(estimate, trip.truth)
                }
            case .heading: break
            }
        }
    }

    private static func summary(_ plan: TripPlan) throws {
        var (headings, inside, squares, bounds) = (0, 0, 0.0, [Double]())
        try run(plan) { estimate, truth in
            headings += 1
            guard let heading = estimate.trueHeading, let bound = estimate.accuracy else { return }
            let error = Angle.turn(from: truth.trueHeading, to: heading)
            bounds.append(bound)
            squares += error * error
            if abs(error) <= bound { inside += 1 }
        }
        bounds.sort()
        print(headings, bounds.count, inside, squares, bounds.isEmpty ? .nan : bounds[bounds.count / 2])
    }

    private static func series(_ plan: TripPlan) throws {
        try run(plan) { estimate, truth in
            let heading = estimate.trueHeading ?? .nan
            print(truth.time - plan.time, truth.trueHeading, heading, estimate.accuracy ?? .nan)
        }
    }
}
