import Platform
import Testing

@Suite("The launch files", .timeLimit(.minutes(1)))
struct ConfigTests {
    /// Each with the suite that runs it.
    private static let tested = [
        "demo.yaml": "DemoTests", "live.yaml": "LiveTests", "replay.yaml": "ReplayTests",
    ]

    @Test("each is run by a test that uses its name") func files() throws {
        #expect(
            Source.files(in: "\(Source.root)/Config") == Self.tested.keys.sorted(),
            "a launch file without a test"
        )
        for (file, suite) in Self.tested {
            let text = try Source.text(of: "\(Source.root)/Tests/SystemTests/\(suite).swift")
            #expect(text.contains(file), "\(suite) does not run \(file)")
        }
    }
}
