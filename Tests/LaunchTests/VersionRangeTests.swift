internal import Launch
internal import Testing

@Suite("Ranges of versions", .timeLimit(.minutes(1)))
struct VersionRangeTests {
    @Test(
        "all bounds have to hold",
        arguments: [
            ("1", [1]), ("=2", [2]), (">=1 <3", [1, 2]), (">= 1", nil), (">1", [2, 3, 4]),
            ("<=2", [0, 1, 2]),
            (">=1,<2", [1]), (">2 <2", []), ("", nil), ("1.0", nil), ("-1", nil), (">=", nil), ("one", nil),
            ("+1", nil), ("1 ~2", nil), ("99999999999999999999", nil),
        ] as [(String, [Int]?)]
    )
    func bounds(text: String, versions: [Int]?) {
        let range = VersionRange(text)
        #expect(range.map { range in (0...4).filter(range.contains) } == versions)
        if let range { #expect(range.description == text) }
    }
}
