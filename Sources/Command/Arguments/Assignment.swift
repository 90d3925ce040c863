/// A parameter or an argument of a launch file on the command line: `speed=20`.
struct Assignment: ArgumentValue, Equatable {
    let name: String
    let value: String

    var argument: String { "\(name)=\(value)" }

    /// Values by name.
    ///
    /// - Throws: that one is given twice.
    static func values(_ assignments: [Assignment]) throws(UsageError) -> [String: String] {
        var values: [String: String] = [:]
        for assignment in assignments {
            guard values.updateValue(assignment.value, forKey: assignment.name) == nil else {
                throw UsageError("'\(assignment.name)' is given twice")
            }
        }
        return values
    }

    static func read(_ text: String) throws(UsageError) -> Assignment {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw UsageError("'\(text)' is not of the form name=value")
        }
        return Assignment(
            name: String(text[..<equals]),
            value: String(text[text.index(after: equals)...])
        )
    }
}
