internal import Glibc
internal import Platform

/// The terminal as the view's canvas: its other screen, without echo, until it is restored.
final class Terminal: Sendable {
    private let saved: Lock<termios?>
    private let isShown = Lock(false)

    /// The part of the environment that says how to draw.
    struct Abilities: Sendable, Equatable {
        var unicode: Bool
        var color: Bool
        /// Whether the cursor can be moved at all.
        var cursor: Bool

        /// Reads LC_ALL, LC_CTYPE, LANG, TERM and NO_COLOR (https://no-color.org).
        init(environment: (String) -> String?) {
            let term = environment("TERM") ?? ""
            let locale =
                ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
            let codeset = locale.lowercased()
            // The kernel's own console has no glyphs for braille patterns.
            unicode = (codeset.contains("utf-8") || codeset.contains("utf8")) && term != "linux"
            cursor = !term.isEmpty && term != "dumb"
            color = cursor && (environment("NO_COLOR") ?? "").isEmpty
        }
    }

    /// Takes the terminal at standard input as it is now.
    init() {
        var attributes = termios()
        saved = Lock(tcgetattr(STDIN_FILENO, &attributes) == 0 ? attributes : nil)
    }

    /// Whether standard output goes to a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether keys can be read.
    static var isInput: Bool { isatty(STDIN_FILENO) == 1 }

    /// The size in columns and rows; 80 by 24 where the terminal does not say.
    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows the empty other screen, hides the cursor and reads keys one by one.
    func show() throws {
        if var attributes = saved.withLock({ $0 }) {
            attributes.c_lflag &= ~tcflag_t(ICANON | ECHO)
            tcsetattr(STDIN_FILENO, TCSANOW, &attributes)
        }
        isShown.withLock { $0 = true }
        try Output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
    }

    /// Puts the terminal back as it was; does nothing when it is.
    func restore() {
        let wasShown = isShown.withLock { shown in
            defer { shown = false }
            return shown
        }
        guard wasShown else { return }
        try? Output.write("\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
        if var attributes = saved.withLock({ $0 }) { tcsetattr(STDIN_FILENO, TCSANOW, &attributes) }
    }
}
