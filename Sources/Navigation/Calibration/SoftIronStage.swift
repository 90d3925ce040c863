internal import Glibc

/// The soft iron as a second stage behind a ``FieldFilter`` that knows nothing of it.
///
/// This is Friedland's separation of a bias (IEEE Transactions on Automatic Control 14(4), 1969). Without soft iron the
/// filter's innovations ν have no mean. With it they are S s, where s are its five elements, and S follows from how much of
/// each element each of the filter's unknowns has taken upon itself, V: their true values are the filter's plus V s. So
/// plain least squares tells s, with a filter that stays what it is until the result is used.
///
/// It is used where the attitudes so far (``DirectionCoverage``) and the samples together tell the heading over a whole turn
/// well enough, and where what was found is more than chance makes of them. What is not covered stays at what was held to be
/// likely beforehand, and its uncertainty counts.
struct SoftIronStage: Sendable {
    typealias Elements = SoftIron.Elements
    /// By element, what each of the filter's unknowns is off by for it.
    private typealias Sensitivity = InlineArray<5, FieldFilter.Row>

    /// The standard error of an element before anything is known: a tenth, as in a car.
    private static let open = 0.1
    /// That of what is in the way of a heading as long as nothing is allowed for: some percent, as in a phone or a handlebar.
    private static let ordinary = 0.04
    /// Seconds from one look at the elements to the next, and those after which a sample counts by a third.
    private static let interval = 1.0
    private static let memory = 1800.0
    /// The standard error of the heading over a whole turn, radians, up to which the directions count as covered.
    private static let covered = 0.05
    /// The squared distance from what was held to be likely, in standard errors, that is no chance: χ² of five degrees of
    /// freedom, one time in a thousand; half of that for what is used already.
    private static let significance = 20.52
    /// The least by which variances are scaled where samples agree better than expected.
    private static let leastScale = 0.4

    /// What is held to be likely beforehand.
    let centre: SoftIron
    /// What is allowed for in the filter: the centre, or what was found.
    private(set) var applied: SoftIron
    private(set) var isUsed = false
    /// The standard error of the heading over a whole turn, radians, by the directions so far; absent before a look at them.
    private(set) var headingError: Double?

    private var sensitivity = Sensitivity(repeating: FieldFilter.Row(repeating: 0))
    private var coverage = DirectionCoverage()
    /// SᵀWS, its lower triangle, and SᵀWν, about what is applied.
    private var information = InlineArray<5, Elements>(repeating: Elements(repeating: 0))
    private var gradient = Elements(repeating: 0)
    private var covariance = InlineArray<5, Elements>(repeating: Elements(repeating: 0))
    /// The mean square of what is not allowed for while the centre is: what is not known, and what was found and is not used.
    private var unlearnt = InlineArray<5, Elements> { row in
        Elements { $0 == row ? SoftIronStage.ordinary * SoftIronStage.ordinary : 0 }
    }
    private var isCarried = false
    /// The sum of νᵀWν, and of how many samples.
    private var squares = 0.0
    private var count = 0.0
    private var age = 0.0

    init(centre: SoftIron) {
        self.centre = centre
        applied = centre
    }

    /// The filter is a new one: what is known of the elements stays.
    mutating func restart() {
        sensitivity = Sensitivity(repeating: FieldFilter.Row(repeating: 0))
    }

    /// The level frame is a new one, in which the filter has taken the field from a sample, less the iron, as given here;
    /// `late` is what a second of delay makes of it.
    mutating func start(_ field: Vector3, orientation: Matrix3, late: Vector3) {
        for index in 0..<5 {
            let row = sensitivity[index]
            let taken = -1 * (orientation * (SoftIron.bend(index, field) + row.block(6) + row[9] * late))
            for axis in 0..<3 {
                sensitivity[index][axis] = taken[axis]
                sensitivity[index][3 + axis] = 0
            }
        }
    }

    /// The drift turns the filter's field, by so much for each unit of it; so much of the deviation is kept.
    mutating func predict(_ x: Double, _ y: Double, kept: Double) {
        for index in 0..<5 {
            sensitivity[index][0] += x * sensitivity[index][10]
            sensitivity[index][1] += y * sensitivity[index][10]
            for axis in 3..<6 { sensitivity[index][axis] *= kept }
        }
    }

    /// One of the filter's unknowns has been measured by itself, with these gains.
    mutating func measured(_ unknown: Int, gains: FieldFilter.Row) {
        for index in 0..<5 {
            let share = sensitivity[index][unknown]
            for row in 0..<11 { sensitivity[index][row] -= gains[row] * share }
        }
    }

    /// Takes in an innovation of the filter, with its weight and what each unknown shares with it.
    ///
    /// The field is the one in the device frame that the filter expects without iron, `back` what turns and bends one of the
    /// level frame, and `late` what a second of delay makes of it.
    mutating func add(
        _ innovation: Vector3,
        weight: Matrix3,
        shared: InlineArray<11, Vector3>,
        field: Vector3,
        back: Matrix3,
        late: Vector3,
        motion: FieldFilter.Motion
    ) {
        let effects = InlineArray<5, Vector3> { index in
            let row = sensitivity[index]
            return back * (row.block(0) + row.block(3)) + row.block(6) + row[9] * late
                + SoftIron.bend(index, field)
        }
        coverage.add(motion, field: field, back: back)
        isCarried = motion.isCarried
        for index in 0..<5 {
            let weighted = weight * effects[index]
            gradient[index] += weighted.dot(innovation)
            for other in 0...index { information[index][other] += weighted.dot(effects[other]) }
            for row in 0..<11 { sensitivity[index][row] -= shared[row].dot(weighted) }
        }
        squares += innovation.dot(weight * innovation)
        count += 1
    }

    /// Looks, once a second, at what has come together, and tells by what the filter's unknowns change where something else
    /// is used from now on.
    mutating func judge(up: Vector3, step: Double) -> FieldFilter.Row? {
        age += step
        guard age >= Self.interval else { return nil }
        forget(exp(-age / Self.memory))
        age = 0
        let scale = max(Self.leastScale, squares / max(1, 3 * count))
        guard let sampled = inverse(information, scaledBy: 1 / scale, prior: 1),
            let covered = inverse(coverage.information, prior: 1),
            let known = inverse(
                InlineArray<5, Elements> { i in Elements { sampled[i][$0] + covered[i][$0] } }
            )
        else { return nil }
        let (now, middle) = (applied.weights, centre.weights)
        let change = times(sampled, gradient)
        // From the centre to what least squares say, and how far that is believed.
        let way = Elements { now[$0] + change[$0] / scale - middle[$0] }
        let pull = times(known, way)
        guard let posterior = inverse(known, prior: 1 / (Self.open * Self.open)) else { return nil }
        covariance = posterior
        let believed = times(posterior, pull)
        let likely = isCarried ? Self.open : Self.ordinary
        if let rest = inverse(known, prior: 1 / (likely * likely)) {
            let found = times(rest, pull)
            unlearnt = InlineArray<5, Elements> { i in
                Elements { rest[max(i, $0)][min(i, $0)] + found[i] * found[$0] }
            }
        }
        let found = SoftIron(Elements { middle[$0] + believed[$0] })
        var distance = 0.0
        for index in 0..<5 { distance += way[index] * pull[index] }
        let error = errorOverATurn(up: up)
        headingError = error
        isUsed =
            distance > Self.significance * (isUsed ? 0.5 : 1) && found.isPlausible
            && (isUsed || error <= Self.covered)
        return apply(isUsed ? found : centre)
    }

    private func inverse(
        _ matrix: InlineArray<5, Elements>,
        scaledBy factor: Double = 1,
        prior: Double = 0
    ) -> InlineArray<5, Elements>? {
        Cholesky(
            InlineArray<5, Elements> { i in Elements { factor * matrix[i][$0] + (i == $0 ? prior : 0) } }
        )?.inverse
    }

    /// A symmetric matrix, of which the lower triangle is read, times a vector.
    private func times(_ matrix: InlineArray<5, Elements>, _ vector: Elements) -> Elements {
        Elements { row in
            var sum = 0.0
            for column in 0..<5 { sum += matrix[max(row, column)][min(row, column)] * vector[column] }
            return sum
        }
    }

    private mutating func forget(_ kept: Double) {
        for row in 0..<5 {
            gradient[row] *= kept
            for column in 0...row { information[row][column] *= kept }
        }
        coverage.scale(by: kept)
        squares *= kept
        count *= kept
    }

    private mutating func apply(_ new: SoftIron) -> FieldFilter.Row? {
        guard new != applied else { return nil }
        let (old, next) = (applied.weights, new.weights)
        let change = Elements { next[$0] - old[$0] }
        let product = times(information, change)
        for index in 0..<5 { gradient[index] -= product[index] }
        applied = new
        return FieldFilter.Row { row in
            var sum = 0.0
            for index in 0..<5 { sum += sensitivity[index][row] * change[index] }
            return sum
        }
    }

    /// The standard error of the heading of a device that turns about up: the root sum of squares of those of both
    /// coefficients of its quadrantal deviation.
    private func errorOverATurn(up: Vector3) -> Double {
        let side = abs(up.x) < 0.7 ? Vector3(x: 1, y: 0, z: 0) : Vector3(x: 0, y: 1, z: 0)
        guard let one = side.cross(up).unit else { return .pi }
        let other = up.cross(one)
        let along = Elements {
            0.5 * (one.dot(SoftIron.bend($0, one)) - other.dot(SoftIron.bend($0, other)))
        }
        let across = Elements { one.dot(SoftIron.bend($0, other)) }
        return max(0, variance(along, covariance) + variance(across, covariance)).squareRoot()
    }

    private func variance(_ direction: Elements, _ covariance: InlineArray<5, Elements>) -> Double {
        var sum = 0.0
        for row in 0..<5 {
            for column in 0..<5 { sum += direction[row] * covariance[row][column] * direction[column] }
        }
        return sum
    }

    /// What not knowing the elements adds to the covariance of three of the filter's unknowns.
    func spread(_ start: Int) -> Matrix3 {
        spread(InlineArray<5, Vector3> { sensitivity[$0].block(start) }, covariance)
    }

    /// What not allowing for the elements adds to the variance of the filter's field in a direction.
    func neglect(along direction: Vector3) -> Double {
        variance(Elements { sensitivity[$0].block(0).dot(direction) }, unlearnt)
    }

    /// What they are off by in a reading of a field in the device frame from which a filter's hard iron is taken.
    func neglect(in field: Vector3) -> Matrix3 {
        spread(InlineArray<5, Vector3> { SoftIron.bend($0, field) + sensitivity[$0].block(6) }, unlearnt)
    }

    private func spread(
        _ blocks: InlineArray<5, Vector3>,
        _ covariance: InlineArray<5, Elements>
    ) -> Matrix3 {
        var sum = Matrix3.zero
        for row in 0..<5 {
            var weighted = Vector3.zero
            for column in 0..<5 { weighted = weighted + covariance[row][column] * blocks[column] }
            sum = sum + .outer(blocks[row], weighted)
        }
        return sum
    }
}
