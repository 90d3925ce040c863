internal import Glibc
internal import Platform

/// A file that is read on threads of its own: a disk may be slow, or at the other end of a network.
final class RecordingFile: Sendable {
    private let descriptor: OwnedDescriptor
    private let path: String

    init(_ connection: consuming Connection, path: String) {
        descriptor = OwnedDescriptor(connection.release())
        self.path = path
    }

    /// Returns the next bytes, none at the end.
    ///
    /// - Throws: why it cannot be read.
    func next(_ most: Int) async throws -> [UInt8] {
        let (descriptor, path) = (descriptor, path)
        return try await withCheckedThrowingContinuation { continuation in
            do {
                try Thread.start(named: "gps-file") {
                    var buffer = [UInt8](repeating: 0, count: most)
                    do {
                        let count = try SystemError.check("read \(path)") {
                            read(descriptor.number, &buffer, most)
                        }
                        buffer.removeLast(most - count)
                        continuation.resume(returning: buffer)
                    } catch {
                        continuation.resume(throwing: error)
                    }
                }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
