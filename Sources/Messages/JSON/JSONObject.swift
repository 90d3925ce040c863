/// A JSON object, its members in the order in which they were written.
public struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key with its value.
    public struct Member: Hashable, Sendable {
        /// The key, unescaped.
        public let key: String
        /// The value.
        public var value: JSONValue

        /// Creates a member.
        public init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members; no two have the same key.
    public private(set) var members: [Member] = []

    /// Creates an empty object.
    public init() {}

    /// Creates an object from members; of several with one key, the last one's value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.map { Member(key: $0.0, value: $0.1) })
    }

    /// Creates an object from members; of several with one key, the last one's value counts.
    public init(_ members: [Member]) {
        var places: [String: Int] = [:]
        for member in members {
            if let place = places[member.key] {
                self.members[place].value = member.value
            } else {
                places[member.key] = self.members.count
                self.members.append(member)
            }
        }
    }

    /// The value of a key; a new key goes to the end, and `nil` takes a member out.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}
