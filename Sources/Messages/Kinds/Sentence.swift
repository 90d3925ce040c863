/// A line of a sensor's own protocol, passed on as it came.
public struct Sentence: Message, Hashable {
    /// The first segment of the topics that carry sentences.
    public static let kind = "sentence"
    /// Sentences are events: an old one says nothing about now.
    public static let isEvent = true

    /// When it came, Unix seconds.
    public var time: Double
    /// The line, without its end.
    public var text: String

    /// Creates a sentence.
    public init(time: Double, text: String) {
        self.time = time
        self.text = text
    }
}
