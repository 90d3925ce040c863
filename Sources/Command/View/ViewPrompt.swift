/// A question in the view's last line.
enum ViewPrompt: Sendable, Equatable {
    /// What to call the pin that is to be dropped, as far as it has been typed.
    case label(String)
    /// Whether to forget a pin.
    case forget(id: String, node: String, name: String)
}

/// What the view's keys ask of the node that keeps the pins.
enum PinCommand: Sendable, Equatable {
    /// Remember where we are.
    case drop(label: String?)
    /// Forget a pin, which a node keeps.
    case clear(id: String, node: String)
}
