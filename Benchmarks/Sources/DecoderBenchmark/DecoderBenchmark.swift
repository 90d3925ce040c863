internal import Glibc
internal import Messages
internal import NMEA
internal import Receivers

/// Decodes a receiver's bytes over and over for a second of processor time, and says how much came out.
///
/// `bench-decoder sentences FILE` takes sentences alone, `bench-decoder receiver FILE` everything that a receiver may send.
@main struct DecoderBenchmark {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count == 3 else { exit(2) }
        let bytes = try read(words[2])
        var (messages, fixes) = (0, 0)
        var sum = 0.0
        let start = processorSeconds
        var spent = 0.0
        repeat {
            func take(_ event: NMEADecoder.Event) {
                guard case .fix(let fix) = event else { return }
                fixes += 1
                sum += fix.latitude
            }
            if words[1] == "sentences" {
                var decoder = NMEADecoder(reference: 1_774_267_200)
                decoder.push(bytes.span, take)
                decoder.flush(take)
                messages += decoder.counters.sentences
            } else {
                var decoder = ReceiverDecoder(reference: 1_774_267_200)
                decoder.push(bytes.span, take)
                decoder.flush(take)
                messages += decoder.counters.messages
            }
            spent = processorSeconds - start
        } while spent < 1
        print("{\"sentences\":\(messages),\"fixes\":\(fixes),\"seconds\":\(spent),\"sum\":\(sum)}")
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private static func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Unreadable(path: path) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { return bytes }
            bytes += buffer[..<count]
        }
    }
}

/// A file that cannot be read.
private struct Unreadable: Error {
    let path: String
}
