/// Where the channels lie in a record of a device's buffer: by their index, each at a multiple of its own size.
struct ScanLayout: Sendable {
    /// A channel by its name in `scan_elements`, without the ending: `in_magn_x`.
    struct Channel: Sendable {
        let name: String
        let index: Int
        let type: ScanType
    }

    private(set) var places: [String: (start: Int, type: ScanType)] = [:]
    /// The length of a record, bytes.
    private(set) var size = 0

    init(_ channels: [Channel]) {
        var longest = 1
        for channel in channels.sorted(by: { $0.index < $1.index }) {
            size = Self.aligned(size, to: channel.type.bytes)
            places[channel.name] = (size, channel.type)
            size += channel.type.bytes
            longest = max(longest, channel.type.bytes)
        }
        // So that the next record's longest channel is in its place as well.
        size = Self.aligned(size, to: longest)
    }

    /// A channel's number in a record; `nil` where the layout has no such channel.
    func value(_ name: String, in record: [UInt8]) -> Int64? {
        places[name].map { $0.type.value(in: record, at: $0.start) }
    }

    private static func aligned(_ offset: Int, to size: Int) -> Int { (offset + size - 1) / size * size }
}
