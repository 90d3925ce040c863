extension Node {
    /// How many messages were given up before they reached the bus, because a queue was full or the bus was away.
    public var dropped: Int { outlet.figures.dropped }
}
