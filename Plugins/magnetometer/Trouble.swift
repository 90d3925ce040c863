internal import IIO

/// What has been said of sensors that cannot be read, so that each thing is said once until they can again.
struct Trouble: Sendable {
    /// What is wrong, whatever file shows it: the axes of a sensor fail in turns.
    private struct Kind: Hashable {
        let code: IIOError.Code
        let number: Int32?
        let mute: String?
    }

    private var told: Set<Kind> = []

    /// Whether an error has not been said yet.
    mutating func isNews(_ error: IIOError) -> Bool {
        told.insert(Kind(code: error.code, number: error.number, mute: error.mute)).inserted
    }
}
