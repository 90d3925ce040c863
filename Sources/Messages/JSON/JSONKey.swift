/// A key that is not a case of the coded type's own keys: an index of an array, or `super`.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "\(intValue)"
        self.intValue = intValue
    }

    static let superclass = JSONKey(stringValue: "super")
}
