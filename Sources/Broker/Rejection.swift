/// A message that the bus did not take: what can be told of it.
struct Rejection {
    /// Where its topic would be, as far as it can be shown.
    let topic: String
    /// What is wrong with it.
    let fault: String
    /// Who sent it, as far as is known.
    var sender: String?

    init(topic: String, fault: String) {
        (self.topic, self.fault) = (topic, fault)
    }

    /// The words for the log.
    var words: String {
        "the newest was on '\(topic)'" + (sender.map { ", of \($0)" } ?? "") + ": \(fault)"
    }

    /// The beginning of some bytes; what a terminal could take for a command is left out.
    static func printable(_ bytes: UnsafeRawBufferPointer) -> String {
        let beginning = bytes.prefix(64).prefix { $0 != UInt8(ascii: "|") }
        return String(decoding: beginning.map { 0x20...0x7E ~= $0 ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
}
