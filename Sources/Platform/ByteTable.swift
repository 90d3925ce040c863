internal import Glibc

/// A hash table from byte strings to small numbers, looked up without making a key.
///
/// It numbers its keys 0, 1, 2, … in the order of their first appearance; nothing is ever taken out.
public struct ByteTable: ~Copyable {
    private var keys: [[UInt8]] = []
    // Place of a key in `keys` plus one; 0 marks an empty slot. The size is a power of two.
    private var slots = [UInt32](repeating: 0, count: 64)

    /// Creates an empty table.
    public init() {}

    /// The number of keys.
    public var count: Int { keys.count }

    /// The key of a number.
    public subscript(number: Int) -> [UInt8] { keys[number] }

    /// Whether a number's key is these bytes.
    public func `is`(_ number: Int, _ key: UnsafeRawBufferPointer) -> Bool {
        keys[number].count == key.count && keys[number].withUnsafeBytes { $0.matches(key) }
    }

    /// Returns the number of a key, or `nil` when it has none.
    public func number(of key: UnsafeRawBufferPointer) -> Int? {
        let slot = slots[slot(of: key)]
        return slot == 0 ? nil : Int(slot) - 1
    }

    /// Returns the number of a key, giving it the next one when it has none.
    public mutating func insert(_ key: UnsafeRawBufferPointer) -> Int {
        let place = slot(of: key)
        if slots[place] != 0 { return Int(slots[place]) - 1 }
        keys.append([UInt8](key))
        slots[place] = UInt32(keys.count)
        if keys.count * 2 > slots.count { grow() }
        return keys.count - 1
    }

    private func slot(of key: UnsafeRawBufferPointer) -> Int {
        let mask = slots.count - 1
        var place = Int(truncatingIfNeeded: hash(key)) & mask
        while slots[place] != 0 {
            if self.is(Int(slots[place]) - 1, key) { return place }
            place = (place + 1) & mask
        }
        return place
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count * 4)
        for (number, key) in keys.enumerated() {
            let place = key.withUnsafeBytes { slot(of: $0) }
            slots[place] = UInt32(number + 1)
        }
    }

    /// FNV-1a over eight bytes at a time: topics are short and mostly alike at their beginnings.
    private func hash(_ key: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var offset = 0
        while offset + 8 <= key.count {
            hash =
                (hash ^ key.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x9e37_79b9_7f4a_7c15
            hash ^= hash >> 29
            offset += 8
        }
        while offset < key.count {
            hash = (hash ^ UInt64(key[offset])) &* 0x100_0000_01b3
            offset += 1
        }
        return hash ^ (hash >> 32)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate func matches(_ other: UnsafeRawBufferPointer) -> Bool {
        guard let base = baseAddress, let otherBase = other.baseAddress else { return count == other.count }
        return memcmp(base, otherBase, count) == 0
    }
}
