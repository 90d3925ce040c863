import Testing

@testable import Command

@Suite("Command line", .timeLimit(.minutes(1)))
struct ParserTests {
    private static let latitude = Operand<Double>("latitude", "degrees north", in: -90...90)
    private static let label = Operand<String>("label", "a name", .optional)
    private static let words = Operand<Assignment>("name=value", "parameters", .repeated)
    private static let count = Option<Int>("count", "N", "end after N", in: 1...(.infinity))
    private static let place = Option<Place>("at", "LAT,LON", "a place")
    private static let depth = Option<Double>("depth", "M", "metres", default: 2)
    private static let json = Flag("json", "as JSON")

    private static let tree = Verb(
        "tool",
        "Do things",
        verbs: [
            Verb("list", "List things", options: [count, json]) { _ in .success },
            Verb(
                "drop",
                "Drop a thing",
                operands: [latitude, label],
                options: [place, depth, json]
            ) { _ in .success },
            Verb("start", "Start things", operands: [words]) { _ in .success },
        ]
    )

    private func arguments(_ line: String) throws -> Arguments {
        let words = line.split(separator: " ").map(String.init)
        guard case .run(_, _, let arguments) = try Self.tree.parse(words[...], path: "tool") else {
            throw UsageError("that is help")
        }
        return arguments
    }

    private func error(_ line: String) -> UsageError? {
        #expect(throws: UsageError.self) { try arguments(line) }
    }

    @Test("options may stand before, between and after operands") func order() throws {
        for line in ["drop --json -33.9 here", "drop -33.9 --json here", "drop -33.9 here --json"] {
            let arguments = try arguments(line)
            #expect(try arguments.required(Self.latitude) == -33.9)
            #expect(arguments.optional(Self.label) == "here")
            #expect(arguments[Self.json])
        }
    }

    @Test(
        "a negative number is an operand without further ado",
        arguments: ["-33.9", "-.5", "-1e1", "-0", "-- -33.9"]
    ) func negative(text: String) throws {
        let value = try arguments("drop \(text)").required(Self.latitude)
        #expect(value <= 0)
    }

    @Test(
        "a longitude counts from -180 or from 0, and is the same",
        arguments: [
            ("-180", -180), ("-160", -160), ("0", 0), ("180", 180), ("200", -160), ("359.5", -0.5),
            ("270", -90),
        ]
    ) func longitudes(text: String, degrees: Double) throws {
        #expect(try Longitude.read(text).degrees == degrees)
        #expect(try Place.read("5,\(text)").longitude == degrees)
    }

    @Test("a longitude beyond is refused", arguments: ["-180.5", "360", "361", "1e9"])
    func noLongitude(text: String) {
        let error = #expect(throws: UsageError.self) { try Longitude.read(text) }
        #expect(error?.description.hasSuffix(" is not at least -180 and below 360") == true)
    }

    @Test("a value may follow its option as a word or after an equals sign") func values() throws {
        let place = Place(latitude: -33.9, longitude: 18.4)
        #expect(try arguments("drop 1 --at -33.9,18.4")[Self.place] == place)
        #expect(try arguments("drop 1 --at=-33.9,18.4")[Self.place] == place)
        #expect(try arguments("list --count 3")[Self.count] == 3)
    }

    @Test("an option that is not given has its default, or none") func defaults() throws {
        let arguments = try arguments("drop 1")
        #expect(arguments[Self.depth] == 2)
        #expect(arguments[Self.place] == nil)
        #expect(!arguments[Self.json])
        #expect(arguments.optional(Self.label) == nil)
    }

    @Test("of an option that is given twice the last one counts") func twice() throws {
        #expect(try arguments("list --count 3 --count 4")[Self.count] == 4)
    }

    @Test("after two dashes everything is an operand") func dashes() throws {
        #expect(try arguments("drop 1 -- --json").optional(Self.label) == "--json")
        #expect(try !arguments("drop 1 -- --json")[Self.json])
    }

    @Test("a repeated operand takes all words that are left") func repeated() throws {
        let all = try arguments("start a=1 b= c=x=y").all(Self.words)
        #expect(
            all == [
                .init(name: "a", value: "1"), .init(name: "b", value: ""), .init(name: "c", value: "x=y"),
            ]
        )
        #expect(try arguments("start").all(Self.words).isEmpty)
    }

    @Test(
        "what is wrong is said in words",
        arguments: [
            ("", "missing a verb: list, drop, start"),
            ("lst", "unknown verb 'lst'; did you mean 'list'?"),
            ("frobnicate", "unknown verb 'frobnicate'"),
            ("--jsn list", "unknown option '--jsn'"),
            ("list --cuont 3", "unknown option '--cuont'; did you mean '--count'?"),
            ("list --count", "--count needs a value: --count N"),
            ("list --count --json", "--count needs a value: --count N"),
            ("list --count three", "--count: 'three' is not a whole number"),
            ("list --count 0", "--count: 0 is not at least 1"),
            ("list --json=yes", "--json takes no value"),
            ("list more", "unexpected 'more'"),
            ("drop", "missing LATITUDE"),
            ("drop north", "LATITUDE: 'north' is not a number"),
            ("drop nan", "LATITUDE: 'nan' is not a number"),
            ("drop 0x10", "LATITUDE: '0x10' is not a number"),
            ("drop 1e999", "LATITUDE: '1e999' is not a number"),
            ("drop -91", "LATITUDE: -91 is not between -90 and 90"),
            ("drop 1 --at 5", "--at: '5' is not a place: write LAT,LON as in 51.4778,-0.0015"),
            ("drop 1 --at 5,360", "--at: longitude 360 is not at least -180 and below 360"),
            ("start novalue", "NAME=VALUE: 'novalue' is not of the form name=value"),
        ]
    ) func errors(line: String, text: String) {
        #expect(error(line)?.description == text)
    }

    @Test("an error names the verb whose help to read") func verbOfError() {
        #expect(error("list --cuont 3")?.verb == "tool list")
        #expect(error("lst")?.verb == "tool")
    }

    @Test(
        "help is asked for in any of the usual ways",
        arguments: [
            ("--help", "tool"), ("-h", "tool"), ("help", "tool"), ("help list", "tool list"),
            ("list --help", "tool list"), ("drop -h", "tool drop"), ("list --count 3 --help", "tool list"),
        ]
    ) func help(line: String, path: String) throws {
        let words = line.split(separator: " ").map(String.init)
        guard case .help(_, let found) = try Self.tree.parse(words[...], path: "tool") else {
            Issue.record("'\(line)' is not taken for a request for help")
            return
        }
        #expect(found == path)
    }

    @Test("the help of a verb shows usage, operands, options with defaults, and examples") func helpText() {
        let verb = Verb(
            "drop",
            "Drop a thing",
            discussion: "It stays there.",
            operands: [Self.latitude, Self.label, Self.words],
            options: [Self.depth, Self.json],
            examples: [.init("tool drop 5 here", "drop it here")]
        ) { _ in .success }
        #expect(
            verb.help(path: "tool drop") == """
                Drop a thing.

                Usage:
                  tool drop LATITUDE [LABEL] [name=value...] [--depth M] [--json]

                It stays there.

                Operands:
                  LATITUDE       degrees north
                  LABEL          a name
                  name=value...  parameters

                Options:
                  --depth M  metres (default: 2)
                  --json     as JSON
                  --help     explain and end

                Examples:
                  tool drop 5 here
                      drop it here

                """
        )
    }

    @Test("the help of a group lists its verbs") func groupHelp() {
        #expect(
            Self.tree.help(path: "tool").contains("Verbs:\n  list   List things\n  drop   Drop a thing\n")
        )
        #expect(Self.tree.usage(path: "tool").first == "tool list [--count N] [--json]")
    }

    @Test("no verb takes a number of seconds, or of anything else, that is beyond all measure") func measure()
    {
        func check(_ verb: Verb) {
            for parameter in verb.options.map({ $0 as any Parameter }) + verb.operands {
                for text in ["1e300", "-1e300"] {
                    #expect(
                        (try? parameter.read(text)) as? Double == nil,
                        "\(verb.name) \(parameter.name) \(text)"
                    )
                }
            }
            verb.verbs.forEach(check)
        }
        check(Program.verb)
    }

    @Test("every verb of the command explains itself in 80 columns") func widths() {
        func check(_ verb: Verb, _ path: String) {
            for line in verb.help(path: path).split(separator: "\n") where !line.hasPrefix("  binnacle") {
                #expect(line.count <= 80, "\(path): \(line)")
            }
            for inner in verb.verbs { check(inner, "\(path) \(inner.name)") }
        }
        check(Program.verb, "binnacle")
    }
}
