internal import CZeroMQ
internal import Glibc
internal import Platform

/// libzmq's functions, by their names without `zmq_`.
///
/// The library is opened when the first of them is used. A program that needs it and cannot have it ends, as it would
/// have before its first line if it were linked with it.
let libzmq: czeromq = {
    // Filled by the C side before it is used, or not used at all.
    withUnsafeTemporaryAllocation(of: czeromq.self, capacity: 1) { functions in
        guard let place = functions.baseAddress else { exit(1) }
        if let problem = czeromq_open(place) {
            StandardError.write(
                "libzmq cannot be loaded: \(String(cString: problem)); install it (Debian: libzmq5), "
                    + "or use a bus of this machine alone, by ipc://\n"
            )
            exit(1)
        }
        return place.move()
    }
}()
