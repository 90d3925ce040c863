extension Stamp {
    /// Where a stamp's fields are, in bytes from its beginning, for who looks at some of them in place.
    public enum Offset {
        /// Eight bytes, unsigned.
        public static let publisher = 0
        /// Eight bytes, unsigned.
        public static let sequence = 8
        /// Eight bytes, signed.
        public static let published = 16
        /// Four bytes.
        public static let flags = 24
        /// Two bytes, unsigned.
        public static let length = 28
        /// One byte.
        public static let version = 30
    }
}
