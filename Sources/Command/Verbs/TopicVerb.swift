/// `binnacle topic`: what is said on the bus.
enum TopicVerb {
    static let declaration = Verb(
        "topic",
        "List topics, show, measure and publish messages",
        examples: [
            .init("binnacle topic list", "what there is, how often and who listens"),
            .init("binnacle topic echo heading/", "every heading as it comes"),
            .init("binnacle topic hz fix/fusion", "how often fixes come"),
        ],
        verbs: [
            TopicListVerb.declaration, TopicInfoVerb.declaration, TopicPubVerb.declaration,
            TopicEchoVerb.declaration,
            TopicHzVerb.declaration, TopicBandwidthVerb.declaration,
            TopicDelayVerb.declaration,
        ]
    )
}
