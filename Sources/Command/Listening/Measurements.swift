internal import Binnacle

/// What has been measured, by topic.
struct Measurements<Measured: Meter>: Sendable {
    /// One topic.
    struct Track: Sendable {
        let topic: String
        fileprivate(set) var meter: Measured
        /// Messages that came since the start.
        fileprivate(set) var count = 0
        /// Messages that did not come, as the sequences show.
        fileprivate(set) var lost = 0
        fileprivate var isNew = false
    }

    private let window: Int
    private var tracks: [String: Track] = [:]
    /// Messages that came since the start, on all topics.
    private(set) var count = 0

    init(window: Int) {
        self.window = window
    }

    /// Takes a message that came live.
    mutating func take(_ message: Received<Bytes>) {
        let topic = message.topic.description
        var track = tracks[topic] ?? Track(topic: topic, meter: Measured(window: window))
        // Not in its place while it changes: a window that is shared would be copied for each message.
        tracks[topic] = nil
        track.meter.take(message)
        track.count += 1
        track.lost = track.lost.adding(message.lost)
        track.isNew = true
        tracks[topic] = track
        count += 1
    }

    /// The topics on which something has come since this was last asked, sorted.
    mutating func takeNews() -> [Track] {
        let news = all.filter(\.isNew)
        for track in news { tracks[track.topic]?.isNew = false }
        return news
    }

    /// All topics, sorted.
    var all: [Track] { tracks.values.sorted { $0.topic < $1.topic } }
}

extension Measurements.Track {
    /// The block for people, below the topic's name where there are several.
    ///
    /// Nothing while nothing has been measured, but at the end, which tells what is known all the same.
    func text(named: Bool, atEnd: Bool) -> String? {
        (meter.text ?? (atEnd ? meter.untold : nil)).map { named ? "\(topic)\n\($0)" : $0 }
    }

    /// The line of JSON; nothing while nothing has been measured, but at the end, without what is not known.
    func json(atEnd: Bool) -> String? {
        guard atEnd || meter.text != nil else { return nil }
        var object = JSONObject()
        object.add("topic", topic)
        meter.describe(in: &object)
        object.add("count", count)
        object.add("lost", lost)
        return object.line
    }
}
