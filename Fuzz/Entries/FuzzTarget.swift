/// A way for bytes of others to come in, and what has to hold for all bytes.
///
/// The raw value names the folders of its inputs, `Corpus/NAME` and `Crashers/NAME`.
public enum FuzzTarget: String, CaseIterable, Sendable {
    /// A whole message of one part, and its stamp.
    case message
    /// A stamp alone.
    case stamp
    /// A payload; the first byte says of which kind.
    case payload
    /// Any JSON text.
    case json
    /// The body of a request or an answer; the first byte says of which.
    case body
    /// A filter and, in a second line, a topic.
    case filter
    /// The address of a bus, and the name of a node.
    case address
    /// What a peer sends to a link, greeting included; the first byte says how it is cut.
    case link
    /// What a peer of a bus sends, greeting included; the first byte says how it is cut, and as what it came.
    case peer
    /// Requests, messages and subscriptions as a running bus reads them.
    case request
    /// NMEA 0183; the first byte says how the stream is cut.
    case nmea
    /// Tag blocks of NMEA 0183: the first line is a block's content, the rest follows it.
    case tag
    /// The payload of frames of UBX; the first byte says how the stream is cut, and of which message.
    case ubx
    /// Sentences, UBX and RTCM 3 mixed; the first byte says how the stream is cut.
    case receiver
    /// What a gpsd sends; the first byte says how the stream is cut.
    case gpsd
    /// A recording of any format; the first byte says how it is cut.
    case recording
    /// A plugin's manifest.
    case manifest
    /// A launch file.
    case launch
    /// A coefficient file of the World Magnetic Model.
    case coefficients
}
