internal import Text

/// What a command line asks for.
enum Invocation: Sendable {
    /// To run a verb.
    case run(Verb, path: String, Arguments)
    /// To explain a verb.
    case help(Verb, path: String)
}

extension Verb {
    /// Reads the words after this verb.
    ///
    /// Options may stand anywhere; `--` ends them; a word like `-33.9` is an operand.
    ///
    /// - Parameters:
    ///   - words: the words after the verb.
    ///   - path: the verb with the verbs above it, for errors.
    /// - Returns: what to do.
    /// - Throws: what is wrong with the words, and the verb it was found in.
    func parse(_ words: ArraySlice<String>, path: String) throws(UsageError) -> Invocation {
        do {
            return verbs.isEmpty ? try parseArguments(words, path: path) : try parseVerb(words, path: path)
        } catch {
            throw error.of(verb: path)
        }
    }

    private func parseVerb(_ words: ArraySlice<String>, path: String) throws(UsageError) -> Invocation {
        guard let word = words.first else {
            throw UsageError("missing a verb: \(verbs.map(\.name).joined(separator: ", "))")
        }
        if word == "--help" || word == "-h" { return .help(self, path: path) }
        if word == "help" { return try parseHelp(words.dropFirst(), path: path) }
        if let verb = verbs.first(where: { $0.name == word }) {
            return try verb.parse(words.dropFirst(), path: "\(path) \(word)")
        }
        if let option = options.first(where: { "--\($0.name)" == word }) {
            var arguments = Arguments()
            arguments.add(try option.read(""), for: option)
            return .run(self, path: path, arguments)
        }
        let what = word.hasPrefix("-") ? "option" : "verb"
        let known =
            word.hasPrefix("-") ? options.map { "--\($0.name)" } + ["--help"] : verbs.map(\.name) + ["help"]
        throw UsageError("unknown \(what) '\(word)'", guess: Suggestion.nearest(to: word, among: known))
    }

    /// `help topic echo` is `topic echo --help`.
    private func parseHelp(_ words: ArraySlice<String>, path: String) throws(UsageError) -> Invocation {
        guard let word = words.first else { return .help(self, path: path) }
        guard let verb = verbs.first(where: { $0.name == word }) else {
            let guess = Suggestion.nearest(to: word, among: verbs.map(\.name))
            throw UsageError("unknown verb '\(word)'", guess: guess)
        }
        return try verb.parseHelp(words.dropFirst(), path: "\(path) \(word)")
    }

    private func parseArguments(_ words: ArraySlice<String>, path: String) throws(UsageError) -> Invocation {
        var arguments = Arguments()
        var plain: [String] = []
        var rest = words
        while let word = rest.popFirst() {
            if word == "--" {
                plain += rest
                break
            }
            if word == "--help" || word == "-h" { return .help(self, path: path) }
            if isOperand(word) {
                plain.append(word)
            } else {
                try parseOption(word, &rest, into: &arguments)
            }
        }
        try assign(plain, to: &arguments)
        return .run(self, path: path, arguments)
    }

    /// Whether a word outside of options' values is an operand: a lone dash and negative numbers are.
    private func isOperand(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word != "-" else { return true }
        let next = word.dropFirst().first
        return next == "." || next.map { $0.isASCII && $0.isNumber } ?? false
    }

    private func parseOption(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        into arguments: inout Arguments
    ) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        let written = parts.first ?? word
        let found = options.first { option in
            "--\(option.name)" == written || option.letter.map { "-\($0)" } == written
        }
        guard let option = found else {
            let known = options.map { "--\($0.name)" } + ["--help"]
            throw UsageError(
                "unknown option '\(written)'",
                guess: Suggestion.nearest(to: written, among: known)
            )
        }
        var text = parts.count > 1 ? parts.last : nil
        if let placeholder = option.valuePlaceholder {
            if text == nil, let next = rest.first, isOperand(next) { text = rest.popFirst() }
            guard text != nil else { throw UsageError("\(written) needs a value: \(written) \(placeholder)") }
        } else if text != nil {
            throw UsageError("\(written) takes no value")
        }
        do {
            arguments.add(try option.read(text ?? ""), for: option)
        } catch {
            throw error.about(written)
        }
    }

    private func assign(_ words: [String], to arguments: inout Arguments) throws(UsageError) {
        var words = words[...]
        for operand in operands {
            repeat {
                guard let word = words.popFirst() else { break }
                do {
                    arguments.add(try operand.read(word), for: operand)
                } catch {
                    throw error.about(operand.name.uppercased())
                }
            } while operand.isRepeated
            if !operand.isOptional, !arguments.has(operand) {
                throw UsageError("missing \(operand.name.uppercased())")
            }
        }
        if let extra = words.first { throw UsageError("unexpected '\(extra)'") }
    }
}
