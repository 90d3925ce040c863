internal import Messages
internal import Text

/// What the doctor has found out about one thing.
struct CheckResult: Sendable, Equatable {
    /// How it is.
    enum Grade: String, Sendable, CaseIterable {
        case pass, warn, fail
    }

    var grade: Grade
    /// What was looked at, in a word.
    var name: String
    /// What was found.
    var detail: String
    /// What to do about it.
    var advice: String?

    static func pass(_ name: String, _ detail: String) -> CheckResult {
        CheckResult(grade: .pass, name: name, detail: detail)
    }

    static func warn(_ name: String, _ detail: String, _ advice: String) -> CheckResult {
        CheckResult(grade: .warn, name: name, detail: detail, advice: advice)
    }

    static func fail(_ name: String, _ detail: String, _ advice: String? = nil) -> CheckResult {
        CheckResult(grade: .fail, name: name, detail: detail, advice: advice)
    }

    /// The line for people: `FAIL lock: …; do this`.
    var line: String {
        let rest = advice.map { "; \($0)" } ?? ""
        return "\(grade.rawValue.uppercased()) \(name): \(detail)\(rest)".onOneLine
    }

    /// The result as one JSON object.
    var json: JSONObject {
        var object = JSONObject()
        object.add("check", name)
        object.add("result", grade.rawValue)
        object.add("detail", detail)
        object.add("advice", advice)
        return object
    }
}
