/// Frames of UBX, made without the code that is tested.
public enum UBXFrame {
    /// A frame with its header and checksum, as RFC 1145's Fletcher sums it.
    public static func bytes(_ identifier: UInt8, _ payload: [UInt8], messageClass: UInt8 = 1) -> [UInt8] {
        let body =
            [messageClass, identifier, UInt8(payload.count % 256), UInt8(payload.count / 256)] + payload
        var (a, b) = (0, 0)
        for byte in body {
            a = (a + Int(byte)) % 256
            b = (b + a) % 256
        }
        return [0xB5, 0x62] + body + [UInt8(a), UInt8(b)]
    }
}
