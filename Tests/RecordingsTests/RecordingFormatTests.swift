import Recordings
import Testing

@Suite("Formats of recordings", .timeLimit(.minutes(1)))
struct RecordingFormatTests {
    private let sentence = "$GPGGA,030719.000,3747.0873,S,17518.8938,E,1,08,1.1,59.9,M,23.7,M,,0000*7D\r\n"

    @Test(
        "A log is recognised behind comments, empty lines and what a daemon wrote",
        arguments: [1, 3, 8192]
    )
    func log(chunk: Int) throws {
        let text =
            "# Name: a receiver\n# Date: 2014-12-31\n\n{\"class\":\"VERSION\",\"release\":\"3\"}\r\n"
            + sentence
        let found = try messages(text, chunk: chunk)
        // 2014-12-31T03:07:19Z
        #expect(found.map(\.time) == [1_419_995_239])
        #expect(found.map(\.kind) == [.fix])
    }

    @Test("A header decides at once, before the table goes on")
    func live() throws {
        var decoder = RecordingDecoder { 1 }
        var count = 0
        try decoder.read(Array("mag_x,mag_y,mag_z\n".utf8).span) { _ in count += 1 }
        #expect(decoder.format == .csv)
        try decoder.read(Array("1,2,3\n".utf8).span) { _ in count += 1 }
        #expect(count == 1)
    }

    @Test("An empty file is an error")
    func empty() {
        #expect(problem("") == "it is empty: there are no measurements in it")
        #expect(problem("\n\n")?.isEmpty == false)
    }

    @Test("A table without rows is the same error as an empty file", arguments: ["", "\n", "\n# end\n"])
    func onlyHeader(end: String) {
        #expect(problem("time,latitude,longitude\(end)") == problem(""))
    }

    @Test(
        "A table with another separator is told which one",
        arguments: [
            ("time;latitude;longitude\n1;54,5;10,2\n", "semicolons"),
            ("\u{FEFF}\"time\";\"latitude\"\r\n1;2\r\n", "semicolons"),
            ("# a walk\ntime\tlatitude\tlongitude\n", "tabs"),
        ]
    )
    func separator(text: String, name: String) {
        #expect(problem(text)?.contains("the columns are separated by \(name): ") == true)
    }

    @Test("Garbage is refused in one printable line")
    func garbage() throws {
        var bytes: [UInt8] = []
        for index in 0..<20_000 {
            bytes.append(UInt8(truncatingIfNeeded: index &* index &* 31 &+ index >> 3) | 0x80)
        }
        let error = #expect(throws: RecordingError.self) { try messages(bytes) }
        let shown = try #require(error?.description)
        #expect(shown.hasPrefix("neither NMEA sentences, nor UBX, nor a CSV table"))
        #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
    }

    @Test(
        "A stray dollar sign makes no log",
        arguments: ["$\n", "$a,b\n", "!\u{1}\n", "\\x\n$,\n", "$GPGGA\n"]
    )
    func stray(text: String) {
        #expect(problem("\(text)\n") != nil)
    }

    @Test("A log is recognised by an encapsulated sentence and by a tag block too")
    func otherStarts() throws {
        #expect(try messages("!AIVDM,1,1,,B,13nUgBWP01PkHvDU7<kC4wvJ2>`<,0*27\r\n").isEmpty)
        #expect(try messages("\\c:1419995239*59\\" + sentence).map(\.kind) == [.fix])
    }

    @Test("A log is read behind comments, whatever its lines end with", arguments: ["\r", "\n", "\r\n"])
    func lineEnds(end: String) throws {
        let log = "# Date: 2014-12-31\n# a walk\n#" + sentence + "# halt\n" + sentence
        let (whole, turned) = (try messages(Array(log.utf8), chunk: .max), log.replacing("\r\n", with: "\n"))
        #expect(!whole.isEmpty)
        let bytes = Array(turned.replacing("\n", with: end).utf8)
        for chunk in [1, 1000] { #expect(try messages(bytes, chunk: chunk).map(\.time) == whole.map(\.time)) }
    }

    @Test("A log without one good sentence is an error")
    func damagedLog() {
        let text = sentence.replacing("*7D", with: "*00")
        #expect(problem(text) == "none of its NMEA sentences can be read: their checksums are wrong")
    }

    @Test("Whatever is damaged, reading ends with messages or one line of error", arguments: 0..<8)
    func damaged(seed: Int) throws {
        let table = Array("time,latitude,longitude,speed\n1,2,3,\"4\"\n2025-06-11T20:36:27.5Z,3,4,5\n".utf8)
        let log = Array(("# Date: 2014-12-31\n" + sentence + sentence).utf8)
        var state = UInt64(seed) &* 7919 &+ 1
        func random(below bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<500 {
            var bytes = seed.isMultiple(of: 2) ? table : log
            for _ in 0..<(1 + random(below: 4)) {
                let index = random(below: bytes.count)
                switch random(below: 3) {
                case 0: bytes[index] = UInt8(random(below: 256))
                case 1: bytes.remove(at: index)
                default: bytes.insert(Array(",\"\n\r#-9e".utf8)[random(below: 8)], at: index)
                }
            }
            do {
                for message in try messages(bytes, chunk: 1 + random(below: 40)) {
                    #expect(message.time.isFinite)
                }
            } catch {
                #expect(!"\(error)".contains("\n"))
            }
        }
    }
}
