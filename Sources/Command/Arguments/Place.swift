/// A place on the command line: `51.4778,-0.0015`, degrees north and east on WGS84.
struct Place: ArgumentValue, Equatable {
    let latitude: Double
    let longitude: Double

    static let latitudes = -90.0...90.0

    var argument: String { "\(latitude.argument),\(longitude.argument)" }

    static func read(_ text: String) throws(UsageError) -> Place {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { $0.drop { $0 == " " } }
        guard parts.count == 2, let first = parts.first, let last = parts.last else {
            throw UsageError("'\(text)' is not a place: write LAT,LON as in 51.4778,-0.0015")
        }
        let latitude = try Double.read(String(first))
        let longitude: Longitude
        do {
            longitude = try Longitude.read(String(last))
        } catch {
            throw UsageError("longitude \(error)")
        }
        guard latitudes.contains(latitude) else {
            throw UsageError("latitude \(latitude.argument) is not between -90 and 90")
        }
        return Place(latitude: latitude, longitude: longitude.degrees)
    }
}
