import Foundation
import TestSupport
import Testing
import UBX

/// pyubx2 as an independent writer and reader of UBX.
enum PyUBX {
    /// The Python of the tests, else that of the path.
    private static let python = ProcessInfo.processInfo.environment["BINNACLE_PYTHON"] ?? "python3"

    static let isThere = (try? run("import pyubx2; print(1)")) == "1\n"
    static let missing: Comment =
        "pyubx2 is not installed: 'make python' installs it, BINNACLE_PYTHON names it"

    static func run(_ script: String) throws -> String {
        let folder = try TemporaryFolder()
        let output = try folder.write([], to: "out")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [python, "-c", script]
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: output))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return try String(contentsOfFile: output, encoding: .utf8)
    }
}

@Suite(
    "UBX against pyubx2",
    .enabled(if: PyUBX.isThere, PyUBX.missing),
    .timeLimit(.minutes(1))
)
struct PythonTests {
    /// Random payloads of each message, and what pyubx2 reads from them.
    private static let script = """
        import random, json, struct
        from pyubx2 import UBXMessage, UBXReader
        random.seed(7)
        def show(kind, payload, names):
            frame = UBXMessage(0x01, kind, 0, payload=payload).serialize()
            parsed = UBXReader.parse(frame)
            print(json.dumps({"kind": kind, "frame": frame.hex(),
                              "values": {n: getattr(parsed, n) for n in names}}))
        for _ in range(200):
            p = bytearray(random.randbytes(92))
            p[4:12] = struct.pack("<HBBBBBB", random.randint(1990, 2090), random.randint(1, 12), random.randint(1, 28),
                                  random.randint(0, 23), random.randint(0, 59), random.randint(0, 60), 7)
            p[24:32] = struct.pack("<ii", random.randint(-1800000000, 1800000000), random.randint(-900000000, 900000000))
            p[20] = random.randint(0, 5)
            p[78] &= 0xFE
            show(0x07, bytes(p), ["lon", "lat", "height", "hMSL", "hAcc", "vAcc", "gSpeed", "headMot", "sAcc",
                                  "headAcc", "pDOP", "fixType", "gnssFixOk", "diffSoln", "carrSoln", "numSV", "second"])
            show(0x04, random.randbytes(18), ["pDOP", "vDOP", "hDOP"])
            show(0x03, random.randbytes(16), ["gpsFixOk"])
            n = random.randint(0, 60)
            s = bytearray(random.randbytes(8 + 12 * n)); s[5] = n
            show(0x35, bytes(s), [f"{k}_{i+1:02d}" for i in range(n) for k in ("gnssId", "svId", "cno", "svUsed")])
        """

    @Test("random messages are framed and read as pyubx2 frames and reads them") func random() throws {
        let lines = try PyUBX.run(Self.script).split(separator: "\n")
        #expect(lines.count == 800)
        for line in lines {
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            )
            let frame = Self.bytes(object["frame"] as? String ?? "")
            let values = (object["values"] as? [String: Any] ?? [:]).compactMapValues {
                ($0 as? NSNumber)?.doubleValue
            }
            try #require(Fletcher.isRight(frame))
            try #require(FrameHeader(of: frame)?.frameLength == frame.count)
            let payload = Array(frame[6..<frame.count - 2])
            switch object["kind"] as? Int {
            case 0x07: try Self.check(try #require(NavigationSolution(of: payload)), values)
            case 0x04: try Self.check(try #require(Dilution(of: payload)), values)
            case 0x03:
                #expect(
                    try #require(NavigationStatus(of: payload)).isFixOK == (values["gpsFixOk"] == 1)
                )
            default: try Self.check(payload, values)
            }
        }
    }

    private static func check(_ found: NavigationSolution, _ values: [String: Double]) throws {
        func value(_ name: String) throws -> Double { try #require(values[name]) }
        #expect(abs((found.latitude ?? .nan) - (try value("lat"))) < 1e-9)
        #expect(abs((found.longitude ?? .nan) - (try value("lon"))) < 1e-9)
        #expect(abs(found.height - (try value("height")) / 1e3) < 1e-6)
        #expect(abs(found.altitude - (try value("hMSL")) / 1e3) < 1e-6)
        let accuracy = try value("hAcc") / 1e3
        #expect(found.horizontalAccuracy == nil ? accuracy >= 1e6 : found.horizontalAccuracy == accuracy)
        #expect(abs(found.speed - abs(try value("gSpeed")) / 1e3) < 1e-6)
        let turn = (try value("headMot")).truncatingRemainder(dividingBy: 360)
        #expect(abs(found.course - (turn < 0 ? turn + 360 : turn)) < 1e-6)
        let spread = try value("headAcc")
        #expect(
            found.courseAccuracy == nil ? spread >= 180 : abs((found.courseAccuracy ?? 0) - spread) < 1e-6
        )
        #expect(Double(found.fixType.rawValue) == (try value("fixType")))
        #expect(found.isFixOK == ((try value("gnssFixOk")) == 1))
        #expect(found.isDifferential == ((try value("diffSoln")) == 1))
        let carrier = try value("carrSoln")
        #expect(Double(found.carrier.rawValue) == (carrier == 3 ? 0 : carrier))
        #expect(Double(found.satellites) == (try value("numSV")))
        #expect(Double(try #require(found.utc).second) == (try value("second")))
    }

    private static func check(_ found: Dilution, _ values: [String: Double]) throws {
        for (name, found) in [
            ("pDOP", found.position), ("vDOP", found.vertical), ("hDOP", found.horizontal),
        ] {
            let value = try #require(values[name])
            if let found { #expect(abs(found - value) < 1e-9) } else { #expect(value == 0 || value >= 99) }
        }
    }

    private static func check(_ payload: [UInt8], _ values: [String: Double]) throws {
        let head = try #require(SatelliteInformation(of: payload))
        #expect(values.count == 4 * head.count)
        for index in 0..<head.count {
            let found = SatelliteInformation.satellite(index, of: payload.span)
            let suffix = index < 9 ? "_0\(index + 1)" : "_\(index + 1)"
            #expect(Double(found.system) == values["gnssId" + suffix])
            #expect(
                Double(found.number ?? (values["svId" + suffix] == 0 ? 0 : 255)) == values["svId" + suffix]
            )
            #expect((found.signal ?? 0) == values["cno" + suffix])
            #expect(found.isUsed == (values["svUsed" + suffix] == 1))
        }
    }

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = Array(hexadecimal)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(digits[$0...$0 + 1]), radix: 16)
        }
    }
}
