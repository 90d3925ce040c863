internal import Messages
internal import TestSupport
internal import Testing

@testable internal import ReturnArrowPlugin

// C. F. F. Karney, Test set for geodesics (2010), doi:10.5281/zenodo.32156.
private let file = "geodesic/GeodTest-sample900.dat"

@Suite("Arrows along geodesics", .timeLimit(.minutes(1)))
struct ReferenceTests {
    @Test(
        "have the published distance within 1 mm and bearing within 1e-6 degrees",
        .enabled(if: ReferenceData.has(file), Comment(rawValue: ReferenceData.missing))
    )
    func agree() throws {
        let topic = try Topic("pin/pins/p1")
        let lines = try ReferenceData.lines(file)
        #expect(lines.count >= 900)
        for line in lines {
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            try #require(numbers.count >= 7)
            var table = ArrowTable()
            let pin = Pin(time: 0, id: "p1", latitude: numbers[3], longitude: numbers[4])
            _ = table.receive(pin, on: topic, at: 0)
            let fix = Fix(time: 0, latitude: numbers[0], longitude: numbers[1])
            let arrow = try #require(table.receive(fix, since: 0, at: 0).first?.arrow)
            #expect(abs(arrow.distance - numbers[6]) < 1e-3, "\(line)")
            let bearing = try #require(arrow.bearing)
            // Near the antipodes a bearing turns faster than the places' last digits can say.
            let error = (bearing - numbers[2]).remainder(dividingBy: 360)
            #expect(abs(error) < 1e-6 || numbers[6] > 19_900_000, "\(line)")
        }
    }
}
