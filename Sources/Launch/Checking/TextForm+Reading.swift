internal import Rules

extension TextForm {
    /// Reads `pattern` or `anyOf` of a parameter, of which a text has to have one form.
    static func readAll(_ fields: Fields, _ findings: inout Findings) -> [TextForm] {
        if fields["pattern"] != nil { return [pattern(fields, nil, &findings)].compactMap(\.self) }
        guard let node = fields["anyOf"] else { return [] }
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            findings.error(
                node.location,
                "'anyOf' of \(fields.what) is \(node.kind)",
                advice: "give a list of forms, each {enum: […]} or {pattern: …}"
            )
            return []
        }
        return elements.compactMap { read($0, of: fields.what, &findings) }
    }

    private static func read(_ node: YAMLNode, of what: String, _ findings: inout Findings) -> TextForm? {
        let what = "a form in 'anyOf' of \(what)"
        let keys = ["title", "enum", "pattern", "description"]
        guard let fields = Fields(node, of: what, keys: keys, &findings) else { return nil }
        let title = fields.string("title", &findings)
        _ = fields.string("description", &findings)
        switch (fields["enum"] != nil, fields["pattern"] != nil) {
        case (true, false):
            let words = fields.strings("enum", &findings)?.map(\.text) ?? []
            return TextForm(content: .words(words), title: title)
        case (false, true): return pattern(fields, title, &findings)
        default:
            let advice = "give either 'enum' or 'pattern'"
            findings.error(node.location, "\(what) does not say what is written", advice: advice)
            return nil
        }
    }

    private static func pattern(_ fields: Fields, _ title: String?, _ findings: inout Findings) -> TextForm? {
        guard let node = fields["pattern"], let text = fields.string("pattern", &findings) else { return nil }
        do throws(TextPattern.Refusal) {
            return TextForm(content: .pattern(try TextPattern(text)), title: title)
        } catch {
            findings.error(
                node.location,
                "'pattern' of \(fields.what) is no regular expression: \(error.problem)"
            )
            return nil
        }
    }
}
