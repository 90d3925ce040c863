internal import Messages

extension TopicFilter: ArgumentValue {
    static var completion: Completion { .topics }

    var argument: String { description }

    static func read(_ text: String) throws(UsageError) -> TopicFilter {
        do {
            return try TopicFilter(text)
        } catch {
            throw UsageError(error.problem)
        }
    }
}

extension Topic: ArgumentValue {
    static var completion: Completion { .topics }

    var argument: String { description }

    static func read(_ text: String) throws(UsageError) -> Topic {
        do {
            return try Topic(text)
        } catch {
            throw UsageError(error.problem)
        }
    }
}
