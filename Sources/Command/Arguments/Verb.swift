/// One verb of the command: the declaration from which it is parsed, run and explained.
struct Verb: Sendable {
    /// A line to type, and what it does.
    struct Example: Sendable {
        let line: String
        let effect: String

        init(_ line: String, _ effect: String) {
            self.line = line
            self.effect = effect
        }
    }

    /// What a verb does with its arguments.
    typealias Body = @Sendable (Arguments) async throws -> ExitCode

    let name: String
    /// One line, as an imperative without a full stop.
    let summary: String
    /// What the summary cannot say, in paragraphs.
    let discussion: String
    let operands: [any OperandParameter]
    let options: [any NamedParameter]
    let examples: [Example]
    /// The verbs below this one, as `list` is below `topic`.
    let verbs: [Verb]
    let body: Body?

    /// Declares a verb that does something.
    init(
        _ name: String,
        _ summary: String,
        discussion: String = "",
        operands: [any OperandParameter] = [],
        options: [any NamedParameter] = [],
        examples: [Example] = [],
        body: @escaping Body
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = operands
        self.options = options
        self.examples = examples
        self.verbs = []
        self.body = body
    }

    /// Declares a group of verbs; its options stand alone in place of a verb.
    init(
        _ name: String,
        _ summary: String,
        discussion: String = "",
        options: [any NamedParameter] = [],
        examples: [Example] = [],
        verbs: [Verb]
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.operands = []
        self.options = options
        self.examples = examples
        self.verbs = verbs
        self.body = nil
    }
}

/// A parameter that is told by its place.
protocol OperandParameter: Parameter {
    /// Whether it may be left out.
    var isOptional: Bool { get }
    /// Whether it takes all words that are left.
    var isRepeated: Bool { get }
}

extension Operand: OperandParameter {
    var isOptional: Bool { presence != .required }
    var isRepeated: Bool { presence == .repeated }
}

/// A parameter that is told by its name.
protocol NamedParameter: Parameter {
    /// What stands for its value in the help; nil for a flag, which takes none.
    var valuePlaceholder: String? { get }
    /// The letter that stands for it, where there is one.
    var letter: Character? { get }
}

extension NamedParameter {
    var letter: Character? { nil }
}

extension Option: NamedParameter {
    var valuePlaceholder: String? { placeholder }
}

extension Flag: NamedParameter {
    var valuePlaceholder: String? { nil }
}
