/// A key that was let in once and is no longer.
public struct Withdrawal: Hashable, Sendable {
    /// Why a key is not let in any more.
    public enum Reason: Hashable, Sendable {
        /// Its file is not there any more: it has been revoked.
        case removed
        /// Its file, or the folder, cannot be read or says something wrong.
        case unreadable(String)
        /// Its file holds another key.
        case replaced
        /// It is in several files.
        case doubled
    }

    /// Whose it was.
    public let name: String
    /// Why it is not let in.
    public var reason: Reason

    /// The key and what has become of it, the beginning of a sentence.
    ///
    /// - Parameter place: where its holder comes from, if that is to be said.
    /// - Returns: the words, without a full stop.
    public func words(from place: String? = nil) -> String {
        let subject = "key '\(name)'\(place.map { " (\($0))" } ?? "")"
        return switch reason {
        case .removed: "\(subject) has been removed"
        case .unreadable(let why): "the file of \(subject) cannot be used any more (\(why))"
        case .replaced: "\(subject) has been replaced by another one"
        case .doubled: "\(subject) is in several files"
        }
    }
}
