/// `binnacle topic hz`: how often messages come.
enum TopicHzVerb {
    static let declaration = TopicMeasuring<RateMeter>(window: 10_000).verb(
        "hz",
        "Measure how often messages come",
        discussion: """
            Tells each second, and at the end: the rate, and the shortest, the longest and the
            standard deviation of the intervals between arrivals; the window counts intervals.
            Last values do not count. Of messages between which no time passes there is no
            rate: the end tells how many came. Ends with status 3 if too little came in time.
            """,
        examples: [
            .init("binnacle topic hz fix/fusion", "the rate of fixes, each second"),
            .init("binnacle topic hz imu/ --count 1000 --json", "once, over 1000 messages"),
        ]
    )
}

/// `binnacle topic bw`: how much comes.
enum TopicBandwidthVerb {
    static let declaration = TopicMeasuring<BandwidthMeter>(window: 100, atLeast: 2).verb(
        "bw",
        "Measure how many bytes come in a second",
        discussion: """
            Tells each second, and at the end: the bytes a second, and the sizes of messages,
            which are whole: topic, stamp and payload. 1 KB is 1000 bytes. Last values do not
            count. Ends with status 3 if too little came in time.
            """,
        examples: [.init("binnacle topic bw '*' --duration 10", "of everything, a block a topic")]
    )
}

/// `binnacle topic delay`: how old messages are when they arrive.
enum TopicDelayVerb {
    static let declaration = TopicMeasuring<DelayMeter>(window: 10_000).verb(
        "delay",
        "Measure how old messages are when they arrive",
        discussion: """
            Tells each second, and at the end, the delay in seconds since two moments: since
            'published', which the stamp has, and since 'time', the moment of the measurement,
            where the payload has one. Both are times of the sender's wall clock: below 0, or
            far too large, they tell that clocks differ, or that a recording is played.
            """,
        examples: [
            .init("binnacle topic delay fix/fusion", "from the receiver to here, and through the bus")
        ]
    )
}
