extension Verb {
    /// What may stand in place of the last of some words, which may be empty.
    ///
    /// - Parameter words: those after this verb, as a shell splits them.
    /// - Returns: what there is to offer.
    func completion(of words: ArraySlice<String>) -> Completion {
        guard let last = words.last, let first = words.first else { return .nothing }
        if verbs.isEmpty { return completion(ofArguments: Self.joined(words)) }
        if words.count > 1 {
            // What is explained is a verb too.
            let inner = first == "help" ? self : verbs.first { $0.name == first }
            return inner?.completion(of: words.dropFirst()) ?? .nothing
        }
        return last.hasPrefix("-")
            ? .words(options.map { "--\($0.name)" } + ["--help"]) : .words(verbs.map(\.name) + ["help"])
    }

    private func completion(ofArguments words: [String]) -> Completion {
        guard let last = words.last else { return .nothing }
        var given: Set<String> = []
        var operand = 0
        var pending: (any NamedParameter)?
        var isOver = false
        for word in words.dropLast() {
            if pending != nil {
                pending = nil
            } else if isOver || !word.hasPrefix("-") {
                operand += 1
            } else if word == "--" {
                isOver = true
            } else if let option = options.first(where: { option in
                "--\(option.name)" == word || option.letter.map { "-\($0)" } == word
            }) {
                given.insert(option.name)
                if option.valuePlaceholder != nil { pending = option }
            }
        }
        if let pending { return pending.completion }
        if !isOver, last.hasPrefix("-") {
            return .words(options.map(\.name).filter { !given.contains($0) }.map { "--\($0)" } + ["--help"])
        }
        let place = operands.indices.contains(operand) ? operands[operand] : operands.last { $0.isRepeated }
        return place?.completion ?? .nothing
    }

    /// Puts together what bash takes apart at colons and equals signs: `--address`, `=`, `tcp`, `:`, `//host`.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        var result: [String] = []
        var joins = false
        for word in words {
            if word == "=", result.last?.hasPrefix("--") == true { continue }
            if let before = result.last, joins || word == ":" {
                result[result.count - 1] = before + word
            } else {
                result.append(word)
            }
            joins = word == ":"
        }
        if words.last == "=" { result.append("") }
        return result
    }
}
