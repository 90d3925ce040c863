extension Verb {
    /// The help text, at most 80 columns wide where the declaration is.
    func help(path: String) -> String {
        var sections = [
            "\(summary).", "Usage:\n" + usage(path: path).map { "  \($0)\n" }.joined().dropLast(),
        ]
        for paragraph in discussion.split(separator: "\n\n") {
            sections.append(Self.wrap(paragraph, from: 0))
        }
        let verbRows = verbs.map { ($0.name, $0.summary) }
        if !verbRows.isEmpty { sections.append("Verbs:\n" + Self.table(verbRows)) }
        let operandRows = operands.map { (label($0), $0.summary) }
        if !operandRows.isEmpty { sections.append("Operands:\n" + Self.table(operandRows)) }
        sections.append("Options:\n" + Self.table(options.map(row) + [("--help", "explain and end")]))
        if !examples.isEmpty {
            let lines = examples.map { "  \($0.line)\n      \($0.effect)" }
            sections.append("Examples:\n" + lines.joined(separator: "\n"))
        }
        return sections.joined(separator: "\n\n") + "\n"
    }

    /// How to write the verb: a line for each verb below it, one line where there is none.
    func usage(path: String) -> [String] {
        guard verbs.isEmpty else { return verbs.flatMap { $0.usage(path: "\(path) \($0.name)") } }
        let words = operands.map { $0.isOptional ? "[\(label($0))]" : label($0) }
        let choices = options.map { option in
            let name = option.letter.map { "-\($0)" } ?? "--\(option.name)"
            return option.valuePlaceholder.map { "[\(name) \($0)]" } ?? "[\(name)]"
        }
        return [([path] + words + choices).joined(separator: " ")]
    }

    private func label(_ operand: any OperandParameter) -> String {
        // A word that shows its form, such as name=value, is not shouted.
        let name = operand.name.contains("=") ? operand.name : operand.name.uppercased()
        return operand.isRepeated ? name + "..." : name
    }

    private func row(_ option: any NamedParameter) -> (String, String) {
        let letter = option.letter.map { "-\($0), " } ?? ""
        let name = letter + (option.valuePlaceholder.map { "--\(option.name) \($0)" } ?? "--\(option.name)")
        let fallback = option.fallbackArgument.map { " (default: \($0))" } ?? ""
        return (name, option.summary + fallback)
    }

    /// Two columns, the second wrapped to 80 columns in all.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(rows.map(\.0.count).max() ?? 0, 24)
        return rows.map { name, text in
            let indent = String(repeating: " ", count: width + 4)
            let pad = String(repeating: " ", count: max(0, width - name.count))
            let head = name.count > width ? "  \(name)\n\(indent)" : "  \(name)\(pad)  "
            return head + wrap(text[...], from: width + 4)
        }.joined(separator: "\n")
    }

    /// Text on lines that begin at a column and end at the 80th, the first line without its indentation.
    private static func wrap(_ text: Substring, from column: Int) -> String {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if !line.isEmpty, column + line.count + 1 + word.count > 80 {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: column))
    }
}
