/// Numbers of a payload, little-endian, at an offset that the caller has checked.
extension Span<UInt8> {
    func u16(_ offset: Int) -> UInt16 { UInt16(self[offset]) | UInt16(self[offset + 1]) << 8 }
    func i16(_ offset: Int) -> Int16 { Int16(bitPattern: u16(offset)) }
    func u32(_ offset: Int) -> UInt32 { UInt32(u16(offset)) | UInt32(u16(offset + 2)) << 16 }
    func i32(_ offset: Int) -> Int32 { Int32(bitPattern: u32(offset)) }
    func f32(_ offset: Int) -> Double { Double(Float(bitPattern: u32(offset))) }
}
