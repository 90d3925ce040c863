internal import Glibc

/// The one line that a program of the benchmark prints at its end: a JSON object of numbers.
public struct Report {
    private var line: String

    /// Begins the line of a publisher (`pub`) or of a subscriber (`sub`).
    public init(role: String) {
        line = "{\"role\":\"\(role)\""
    }

    /// Adds a figure.
    public mutating func add(_ name: String, _ value: some Numeric) {
        line += ",\"\(name)\":\(value)"
    }

    /// Prints the line, with the memory of the process.
    public mutating func print() {
        let memory = ProcessFigures.memory
        add("rss_kb", memory.resident)
        add("own_kb", memory.own)
        Self.say(line + "}")
    }

    /// Prints a line at once.
    public static func say(_ line: String) {
        // Past the buffer of `print`, which a pipe would keep until the end.
        let bytes = Array("\(line)\n".utf8)
        write(STDOUT_FILENO, bytes, bytes.count)
    }
}
