import Testing

@testable import Command

@Suite("Dial", .timeLimit(.minutes(1)))
struct DialTests {
    @Test("straight ahead is up") func up() {
        #expect(
            Dial.picture(of: 0, unicode: true) == [
                "    ⢀⣴⣦⡀    ", "   ⢠⣾⣿⣿⣷⡄   ", "  ⠴⠿⠿⣿⣿⠿⠿⠦  ", "     ⣿⣿     ", "     ⣿⣿     ",
                "     ⠿⠿     ",
            ]
        )
        #expect(Dial.picture(of: 0, unicode: false).first == "     /\\     ")
    }

    @Test("every picture has the same size", arguments: [true, false]) func size(unicode: Bool) {
        var pictures: Set<[String]> = []
        for angle in stride(from: -720.0, through: 720, by: 7.5) {
            let picture = Dial.picture(of: angle, unicode: unicode)
            #expect(picture.count == Dial.rows)
            #expect(picture.allSatisfy { $0.count == Dial.columns })
            pictures.insert(picture)
        }
        #expect(pictures.count == (unicode ? 16 : 8))
    }

    @Test("an angle is drawn as the nearest direction", arguments: [true, false]) func nearest(unicode: Bool)
    {
        let right = Dial.picture(of: 90, unicode: unicode)
        #expect(Dial.picture(of: 98, unicode: unicode) == right)
        #expect(Dial.picture(of: -270, unicode: unicode) == right)
        #expect(Dial.picture(of: -180, unicode: unicode) == Dial.picture(of: 180, unicode: unicode))
        #expect(Dial.picture(of: 359, unicode: unicode) == Dial.picture(of: 0, unicode: unicode))
        #expect(Dial.picture(of: .nan, unicode: unicode) == Dial.picture(of: 0, unicode: unicode))
        #expect(Dial.picture(of: 1e300, unicode: unicode).count == Dial.rows)
    }

    @Test("left is the mirror of right") func mirror() {
        func mirrored(_ row: String) -> String {
            let swaps: [Character: Character] = ["/": "\\", "\\": "/"]
            return String(row.reversed().map { swaps[$0] ?? $0 })
        }
        for angle in [0.0, 45, 90, 135, 180] {
            let right = Dial.picture(of: angle, unicode: false)
            #expect(Dial.picture(of: -angle, unicode: false) == right.map(mirrored), "\(angle)")
        }
    }

    @Test(
        "a turn is said in words",
        arguments: [
            (0, "straight ahead"), (-2.4, "straight ahead"), (90, "90° to the right"), (-179, "behind you"),
            (-3, "3° to the left"), (177.4, "177° to the right"), (-180, "behind you"),
        ]
    ) func words(angle: Double, words: String) {
        #expect(Dial.words(for: angle) == words)
    }
}
