public import Binnacle
internal import Glibc

/// The command line that all programs of the benchmark have: three words, then options as `name=value`.
public struct Invocation {
    private let words: [String]

    /// Reads the command line of this process, or ends it with a word on how to use it.
    public init(usage: String) {
        words = Array(CommandLine.arguments.dropFirst())
        if words.count < 3 { Self.quit("usage: \(usage)", code: 2) }
    }

    /// The bus's address, the first word.
    public func address() throws -> BusAddress { try BusAddress(words[0]) }

    /// A number, the second or third word.
    public func number(_ place: Int) -> Double {
        guard let number = Double(words[place]) else { Self.quit("'\(words[place])' is no number", code: 2) }
        return number
    }

    /// The value of an option.
    public func option(_ name: String) -> String? {
        words.dropFirst(3).first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Ends the process with an error.
    public static func fail(_ error: any Error) -> Never { quit("error: \(error)", code: 1) }

    private static func quit(_ line: String, code: CInt) -> Never {
        let bytes = Array("\(line)\n".utf8)
        write(STDERR_FILENO, bytes, bytes.count)
        exit(code)
    }
}
