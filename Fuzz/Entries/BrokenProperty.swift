/// What should hold for every input, and does not for one.
public struct BrokenProperty: Error, CustomStringConvertible {
    /// What was found, in words.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Throws unless a property holds.
    static func unless(_ holds: Bool, _ problem: @autoclosure () -> String) throws(BrokenProperty) {
        guard holds else { throw BrokenProperty(problem()) }
    }
}
