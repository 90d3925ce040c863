internal import Binnacle
internal import Measurement

/// Encodes and decodes fixes, and says how many nanoseconds each takes.
@main struct CodecBenchmark {
    static func main() throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap(Int.init) ?? 200_000
        let moment: Int64 = 12_345_678_901_234
        var sink = 0.0

        var buffer: [UInt8] = []
        let encodeStart = Moment.now
        for number in 0..<count {
            buffer.removeAll(keepingCapacity: true)
            Fix.sample(number, at: moment + Int64(number) * 1_000_000).encode(into: &buffer)
            sink += Double(buffer.count)
        }
        let encoding = Double(Moment.now - encodeStart) / Double(count)

        buffer.removeAll()
        Fix.sample(7, at: moment).encode(into: &buffer)
        let decodeStart = Moment.now
        for _ in 0..<count {
            sink += try Fix(decoding: buffer.span).latitude
        }
        let decoding = Double(Moment.now - decodeStart) / Double(count)

        var report = Report(role: "codec")
        report.add("bytes", buffer.count)
        report.add("encode_ns", encoding)
        report.add("decode_ns", decoding)
        report.add("sum", sink)
        report.print()
    }
}
