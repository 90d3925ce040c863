internal import CZeroMQ
internal import Glibc

/// A CURVE key pair: what its owner keeps to itself, and what others know it by.
public struct CurvePair: Hashable, Sendable {
    /// What others know the owner by.
    public let publicKey: CurveKey
    /// What the owner keeps to itself.
    public let secretKey: CurveKey

    /// Derives the pair of a secret key; `nil` when libzmq cannot.
    public init?(secretKey: CurveKey) {
        var text = [CChar](repeating: 0, count: 41)
        guard libzmq.curve_public(&text, secretKey.description) == 0, let publicKey = Self.key(text) else {
            return nil
        }
        (self.publicKey, self.secretKey) = (publicKey, secretKey)
    }

    /// Makes a new pair from the system's random numbers.
    ///
    /// - Throws: when libzmq has been built without CURVE.
    public static func random() throws(ZMQError) -> CurvePair {
        var publicText = [CChar](repeating: 0, count: 41)
        var secretText = [CChar](repeating: 0, count: 41)
        try ZMQError.check("zmq_curve_keypair") { libzmq.curve_keypair(&publicText, &secretText) }
        guard let secretKey = key(secretText), let pair = CurvePair(secretKey: secretKey) else {
            throw ZMQError(call: "zmq_curve_keypair", code: EPROTO)
        }
        return pair
    }

    private static func key(_ text: [CChar]) -> CurveKey? {
        CurveKey(z85: String(decoding: text.prefix(40).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
