import Testing

@testable import IIO

@Suite("Records of a buffer", .timeLimit(.minutes(1)))
struct ScanTests {
    @Test(
        "A channel's number is read by its type",
        arguments: [
            ("le:s16/16>>0", [0xFE, 0xFF], -2), ("be:s16/16>>0", [0xFF, 0xFE], -2),
            ("le:u16/16>>0", [0xFE, 0xFF], 65534),
            ("le:s12/16>>4", [0xF0, 0x7F], 2047), ("le:s12/16>>4", [0x0F, 0x80], -2048),
            ("be:s12/16>>4", [0xFF, 0xF7], -1),
            ("le:u12/16>>4", [0xF0, 0xFF], 4095), ("le:s24/32>>8", [0x00, 0x00, 0x00, 0x80], -8_388_608),
            ("le:s8/8>>0", [0x80], -128), ("le:s64/64>>0", [1, 0, 0, 0, 0, 0, 0, 0], 1),
            ("le:s32/32", [0, 0, 0, 0x80], -2_147_483_648),
        ] as [(String, [UInt8], Int64)]
    )
    func value(type: String, record: [UInt8], value: Int64) throws {
        #expect(try ScanType(type, in: "f").value(in: record, at: 0) == value)
    }

    @Test(
        "What is no type is an error",
        arguments: [
            "", "le", "xe:s16/16>>0", "le:f32/32>>0", "le:s16/15>>0", "le:s17/16>>0", "le:s12/16>>5",
            "le:s12/16>4", "le:s16/16X3>>0", "le:s0/8>>0", "le:s16/16>>-1",
        ]
    )
    func broken(type: String) {
        #expect(throws: IIOError.self) { try ScanType(type, in: "f") }
    }

    @Test(
        "Each channel lies at a multiple of its size, in the order of the indices, and so does the next record"
    )
    func layout() throws {
        func channel(_ name: String, _ index: Int, _ type: String) throws -> ScanLayout.Channel {
            .init(name: name, index: index, type: try ScanType(type, in: "f"))
        }
        let layout = ScanLayout([
            try channel("in_timestamp", 9, "le:s64/64>>0"), try channel("z", 2, "le:s16/16>>0"),
            try channel("x", 0, "le:s16/16>>0"), try channel("y", 1, "le:s32/32>>0"),
        ])
        #expect(layout.places.mapValues(\.start) == ["x": 0, "y": 4, "z": 8, "in_timestamp": 16])
        #expect(layout.size == 24)
        let small = ScanLayout([try channel("x", 0, "le:s32/32>>0"), try channel("y", 1, "le:s16/16>>0")])
        #expect(small.size == 8)
    }
}
