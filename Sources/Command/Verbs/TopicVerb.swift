/// `binnacle topic`: what is said on the bus.
enum TopicVerb {
    static let declaration = Verb(
        "topic",
        "List topics and show their messages",
        examples: [
            .init("binnacle topic list", "what there is, how often and who listens"),
            .init("binnacle topic echo heading/", "every heading as it comes"),
        ],
        verbs: [TopicListVerb.declaration, TopicEchoVerb.declaration]
    )
}
