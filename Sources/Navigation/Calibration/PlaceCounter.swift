/// Counts the places that a device has been to: those so far from the last one that their fields have nothing in common.
struct PlaceCounter: Sendable {
    /// Metres: farther than buildings and vehicles reach, and than fixes of one place are from each other.
    private static let distance = 25.0

    private(set) var count = 0
    private var last: Coordinate?

    /// Takes in where the device is, degrees.
    mutating func add(latitude: Double, longitude: Double) {
        let here = Coordinate(latitude: latitude, longitude: longitude)
        guard let last else {
            self.last = here
            return
        }
        guard let way = Geodesic.inverse(from: last, to: here), way.distance >= Self.distance else { return }
        self.last = here
        count += 1
    }
}
