/// Which messages wait for a reader that is slower than they come.
public enum Buffering: Hashable, Sendable {
    /// The newest ones, up to a number; older ones are given up and counted as lost.
    case newest(Int)
    /// The oldest ones, up to a number; newer ones are given up and counted as lost.
    case oldest(Int)
    /// The newest of each topic: what the reader has not taken yet is replaced by what is newer, as it wishes.
    case newestOfEachTopic
}
