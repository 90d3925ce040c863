internal import Text

extension NMEADecoder {
    /// Finds the reference time of a recording, for ``init(reference:publishing:)``.
    ///
    /// The first date that goes with a fix (RMC with status A) or comes from ZDA; else the first that RMC gives without a
    /// fix, which may be a receiver's own beginning of time; else the day in the recording's head (``CalendarDay/init(logHeader:)``).
    /// - Returns: Unix seconds, or `nil` when the recording says nothing of its day.
    public static func reference(ofRecording bytes: Span<UInt8>) -> Double? {
        var splitter = SentenceSplitter()
        var index = 0
        var invalid: Double?
        while splitter.next(in: bytes, at: &index) {
            let type = splitter.sentence.type
            guard type == .rmc || type == .zda, let time = splitter.sentence.timeOfDay(1) else { continue }
            let day = type == .zda ? splitter.sentence.zdaDay : splitter.sentence.date(9)
            guard let day else { continue }
            if type == .zda || SentenceFields.isValid(splitter.sentence.letter(2)) {
                return time.time(on: day)
            }
            invalid = invalid ?? time.time(on: day)
        }
        return invalid ?? CalendarDay(logHeader: bytes)?.noon
    }
}
