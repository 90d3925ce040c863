import Messages
import TestSupport
import Testing

@Suite(
    "Against Python",
    .enabled(if: Python.isThere, "there is no python3 on the PATH"),
    .timeLimit(.minutes(1))
)
struct PythonTests {
    @Test("thousands of random values of Python's are read, written and read by Python as the same")
    func values() throws {
        let made = try Python.run(Self.maker)
        let lines = made.split(separator: "\n")
        #expect(lines.count == 5000)
        let written = try lines.map { try JSONValue.parse(String($0)).description }
        let answer = try Python.run(Self.comparer, made + "----\n" + written.joined(separator: "\n") + "\n")
        #expect(answer == "5000 same\n")
    }

    @Test("doubles that we write are the same bits for Python") func doubles() throws {
        var random = Seeded(seed: 9)
        let lines = try (0..<20_000).map { index in
            let value = index % 2 == 0 ? random.number(-1e7..<1e7) : Double(bitPattern: random.next())
            let finite = value.isFinite ? value : 0
            return "\(finite.bitPattern) \(try json(Clock(time: finite)))"
        }
        #expect(try Python.run(Self.bits, lines.joined(separator: "\n")) == "20000 same\n")
    }

    @Test("fixes that Python writes, in any order and style, are read as it meant them") func fixes() throws {
        for line in try Python.run(Self.fixes).split(separator: "\n") {
            let pieces = line.split(separator: "\t").map(String.init)
            let fix = try read(Fix.self, pieces[3])
            #expect(String(fix.time.bitPattern) == pieces[0])
            #expect(String(fix.latitude.bitPattern) == pieces[1])
            #expect(
                fix.source
                    == (pieces[2] == "-"
                        ? nil : String(decoding: try #require(hex(pieces[2])), as: UTF8.self))
            )
        }
    }

    private func hex(_ text: String) -> [UInt8]? {
        stride(from: 0, to: text.count, by: 2).map { UInt8(text.dropFirst($0).prefix(2), radix: 16) ?? 0 }
    }

    private static let maker = """
        import json, random, struct
        random.seed(4)
        letters = 'aZ0 "\\\\/\\b\\f\\n\\r\\t\\x00\\x1f\\x7fé日🧭\\uffff'
        def text(): return ''.join(random.choice(letters) for _ in range(random.randrange(9)))
        def number():
            kind = random.randrange(4)
            if kind == 0: return random.randrange(-2**70, 2**70)
            if kind == 1: return round(random.uniform(-1e4, 1e4), random.randrange(9))
            if kind == 2: return random.randrange(-100, 100)
            while True:
                value = struct.unpack('<d', random.randbytes(8))[0]
                if value == value and abs(value) != float('inf'): return value
        def make(depth):
            kind = random.randrange(7 if depth < 5 else 5)
            if kind == 0: return random.choice([None, True, False])
            if kind < 3: return number()
            if kind < 5: return text()
            if kind == 5: return [make(depth + 1) for _ in range(random.randrange(5))]
            return {text(): make(depth + 1) for _ in range(random.randrange(6))}
        for index in range(5000):
            space = random.choice([None, (',', ':'), (' , ', ' :\\t')])
            print(json.dumps(make(0), ensure_ascii=random.random() < 0.5, separators=space).replace('\\n', ' '))
        """

    private static let comparer = """
        import json, sys
        theirs, ours = open(0, encoding='utf-8', newline='\\n').read().split('----\\n')
        theirs, ours = theirs.strip('\\n').split('\\n'), ours.strip('\\n').split('\\n')
        assert len(theirs) == len(ours)
        def order(pairs): return ('object', pairs)
        for one, other in zip(theirs, ours):
            a, b = json.loads(one, object_pairs_hook=order), json.loads(other, object_pairs_hook=order)
            assert repr(a) == repr(b), (one, other)
        print(len(theirs), 'same')
        """

    private static let bits = """
        import json, struct
        count = 0
        for line in open(0):
            bits, payload = line.split(' ', 1)
            value = float(json.loads(payload)['time'])
            assert struct.unpack('<Q', struct.pack('<d', value))[0] == int(bits), line
            count += 1
        print(count, 'same')
        """

    private static let fixes = """
        import json, random, struct
        random.seed(6)
        def bits(value): return struct.unpack('<Q', struct.pack('<d', value))[0]
        for index in range(3000):
            fix = {'time': random.uniform(0, 2e9), 'latitude': random.uniform(-90, 90), 'longitude': random.uniform(-180, 180)}
            if random.random() < 0.5: fix['latitude'] = round(fix['latitude'], random.randrange(1, 9))
            source = ''.join(random.choice('ab"\\\\\\n é🧭') for _ in range(random.randrange(1, 6)))
            if random.random() < 0.5: fix['source'] = source
            if random.random() < 0.5: fix['speed'] = None
            if random.random() < 0.5: fix['extra'] = {'a': [1, {'latitude': 91}], 'b': '}'}
            keys = list(fix); random.shuffle(keys)
            line = json.dumps({key: fix[key] for key in keys}, ensure_ascii=random.random() < 0.5)
            print(bits(fix['time']), bits(fix['latitude']), fix['source'].encode().hex() if 'source' in fix else '-', line, sep='\\t')
        """
}
