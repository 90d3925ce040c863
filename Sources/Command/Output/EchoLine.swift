internal import Binnacle
internal import Text

/// A message on one line.
enum EchoLine {
    /// The topic and the payload, for people.
    static func text(_ message: Received<Bytes>) -> String {
        guard let payload = message.message?.bytes else { return "\(message.topic) (erased)" }
        guard let text = String(validating: payload, as: UTF8.self) else {
            return "\(message.topic) base64:\(Base64.encode(payload))"
        }
        return "\(message.topic) \(text.onOneLine)"
    }

    /// One object; `payload` is null where the topic was erased, and `base64` stands in its place where it is no JSON.
    static func json(_ message: Received<Bytes>) -> String {
        var object = JSONObject()
        object.add("topic", message.topic.description)
        object.add("publisher", message.stamp.publisher)
        object.add("sequence", message.stamp.sequence)
        object.add("published", message.stamp.published)
        object.add("lastValue", message.isLastValue)
        guard let payload = message.message?.bytes else {
            object["payload"] = JSONValue.null
            return object.line
        }
        if let value = try? JSONValue.parse(payload) {
            object["payload"] = value
        } else {
            object.add("base64", Base64.encode(payload))
        }
        return object.line
    }
}
