internal import CZeroMQ

extension Socket {
    /// Lets the endpoints that are bound from now on take clients with keys alone, whom ``Authenticator`` decides on.
    ///
    /// - Parameters:
    ///   - secretKey: the server's.
    ///   - domain: what the authenticator is told the socket is for.
    /// - Throws: what libzmq says.
    public func serveClientsWithKeys(_ secretKey: CurveKey, domain: String) throws(ZMQError) {
        try set(ZMQ_CURVE_SERVER, 1)
        try set(ZMQ_CURVE_SECRETKEY, secretKey.description)
        try set(ZMQ_ZAP_DOMAIN, domain)
    }

    /// Lets the endpoints that are bound from now on take anybody; those that there are stay as they are.
    ///
    /// A domain that has been set cannot be taken back in libzmq: it asks the ``Authenticator``, which says yes.
    public func serveAnybody() throws(ZMQError) {
        try set(ZMQ_CURVE_SERVER, 0)
    }

    private func set(_ option: CInt, _ value: CInt) throws(ZMQError) {
        try ZMQError.check("zmq_setsockopt(\(option))") {
            withUnsafeBytes(of: value) { libzmq.setsockopt(handle, option, $0.baseAddress, $0.count) }
        }
    }

    private func set(_ option: CInt, _ text: String) throws(ZMQError) {
        try ZMQError.check("zmq_setsockopt(\(option))") {
            libzmq.setsockopt(handle, option, text, text.utf8.count)
        }
    }
}
