/// Times, Unix seconds, as people read them.
public enum UTC {
    /// A time as `2025-06-11T20:36:27Z`, without its fraction; one that no calendar knows as the number that it is.
    public static func text(_ seconds: Double) -> String {
        CalendarDay(containing: seconds).map { "\($0)T\(clock(seconds))Z" } ?? seconds.description
    }

    /// The time of day as `20:36:27`; `--:--:--` of a time that no calendar knows.
    public static func clock(_ seconds: Double) -> String {
        guard let day = CalendarDay(containing: seconds) else { return "--:--:--" }
        let whole = min(max(Int(seconds - day.start), 0), 86_399)
        return [whole / 3600, whole / 60 % 60, whole % 60].map { padded($0, to: 2) }.joined(separator: ":")
    }
}
