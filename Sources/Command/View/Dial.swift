internal import Glibc

/// The turning arrow: a picture of a direction relative to where we look, which is up.
enum Dial {
    /// The rows of every picture.
    static let rows = 6
    /// The columns of every picture.
    static let columns = 12

    /// The picture of an angle, degrees clockwise from up.
    ///
    /// In Unicode it is drawn with the dots of braille patterns, in one of sixteen directions; in ASCII in one of eight.
    static func picture(of angle: Double, unicode: Bool) -> [String] {
        let sectors = unicode ? 16.0 : 8.0
        let turned =
            angle.isFinite ? (angle * sectors / 360).rounded().truncatingRemainder(dividingBy: sectors) : 0
        let sector = Int(turned < 0 ? turned + sectors : turned)
        return unicode ? braille(Double(sector) * 360 / sectors) : ascii[min(max(sector, 0), 7)]
    }

    /// What the angle says, for example `90° to the right`.
    static func words(for angle: Double) -> String {
        let size = angle.magnitude.rounded()
        if size < 3 { return "straight ahead" }
        if size > 177 { return "behind you" }
        return "\(Int(min(size, 180)))° to the \(angle < 0 ? "left" : "right")"
    }

    /// A cell of braille has two columns of four dots, which are square where a cell is twice as high as it is wide.
    private static func braille(_ angle: Double) -> [String] {
        (0..<rows).map { row in
            let cells = (0..<columns).map { column -> Character in
                var dots: UInt32 = 0
                for (x, y, bit) in Self.dots where isInside(column * 2 + x, row * 4 + y, angle) {
                    dots |= bit
                }
                return dots == 0 ? " " : Unicode.Scalar(0x2800 + dots).map(Character.init) ?? " "
            }
            return String(cells)
        }
    }

    /// The dots of a cell with their bits, Unicode block 2800.
    private static let dots: [(Int, Int, UInt32)] = [
        (0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (1, 0, 0x08),
        (1, 1, 0x10), (1, 2, 0x20), (0, 3, 0x40), (1, 3, 0x80),
    ]

    /// Whether a dot is inside of the arrow, whose tip and end are on a circle.
    private static func isInside(_ column: Int, _ row: Int, _ angle: Double) -> Bool {
        let radius = Double(columns)
        let x = (Double(column) + 0.5 - radius) / radius
        let y = (radius - Double(row) - 0.5) / radius
        let turn = angle * .pi / 180
        // Into the frame of an arrow that points up; its two halves are alike.
        let along = x * sin(turn) + y * cos(turn)
        let across = (x * cos(turn) - y * sin(turn)).magnitude
        let head = along >= 0.1 && across <= (1 - along) * 0.72
        let shaft = (-0.95...0.15).contains(along) && across <= 0.2
        return head || shaft
    }

    /// Up, then clockwise.
    private static let ascii: [[String]] = [
        ["     /\\     ", "    /  \\    ", "   /_  _\\   ", "     ||     ", "     ||     ", "     ||     "],
        ["      _____ ", "      \\   | ", "      /   | ", "     / /\\_| ", "    / /     ", "   /_/      "],
        ["            ", "       |\\   ", " ______| \\  ", "|______  /  ", "       |/   ", "            "],
        [
            "   __       ", "   \\ \\      ", "    \\ \\  _  ", "     \\ \\/ | ", "      \\   | ",
            "      /___| ",
        ],
        ["     ||     ", "     ||     ", "    _||_    ", "   \\    /   ", "    \\  /    ", "     \\/     "],
        ["       __   ", "      / /   ", "  _  / /    ", " | \\/ /     ", " |   /      ", " |___\\      "],
        ["            ", "   /|       ", "  / |______ ", "  \\  ______|", "   \\|       ", "            "],
        [
            " _____      ", " |   /      ", " |   \\      ", " |_/\\ \\     ", "     \\ \\    ",
            "      \\_\\   ",
        ],
    ]
}
