internal import Messages

/// The pins that are there, in the order in which they came, each with the name of its arrow.
struct PinTable {
    /// The topics of the pins, the oldest first.
    private(set) var topics: [Topic] = []
    private var entries: [Topic: (pin: Pin, instance: String)] = [:]
    private var instances: Set<String> = []

    /// The pin on a topic, and the last segments of its arrow's topic.
    subscript(topic: Topic) -> (pin: Pin, instance: String)? { entries[topic] }

    /// Enters a pin or brings it up to date, and says whether it is new or elsewhere.
    ///
    /// Its arrow is named by the pin's identifier; where two stores gave the same one, the later one's name begins
    /// with the store's.
    mutating func set(_ pin: Pin, on topic: Topic) -> Bool {
        if let entry = entries[topic] {
            entries[topic] = (pin, entry.instance)
            return (entry.pin.latitude, entry.pin.longitude) != (pin.latitude, pin.longitude)
        }
        let identifier = String(topic.instance ?? topic.source)
        let instance = instances.contains(identifier) ? "\(topic.source)/\(identifier)" : identifier
        entries[topic] = (pin, instance)
        instances.insert(instance)
        topics.append(topic)
        return true
    }

    /// Removes a pin, and returns the name of its arrow if it was there.
    mutating func remove(_ topic: Topic) -> String? {
        guard let entry = entries.removeValue(forKey: topic) else { return nil }
        instances.remove(entry.instance)
        topics.removeAll { $0 == topic }
        return entry.instance
    }
}
