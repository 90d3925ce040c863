extension Vector {
    private enum Key: String, CaseIterable {
        case x, y, z
    }

    private static let keys = JSONKeys<Key>()

    /// Writes the three components, if they are known.
    static func write(_ vector: Vector?, to json: inout JSONWriter) {
        guard let vector, vector.isFinite else { return }
        json.number("x", vector.x)
        json.number("y", vector.y)
        json.number("z", vector.z)
    }

    /// Reads a member that is an object of three components, or `nil` for `null`.
    static func read(from json: inout JSONReader, _ payload: Span<UInt8>) throws(MessageError) -> Vector? {
        var vector: Vector?
        _ = try json.object(payload) { (json, payload) throws(MessageError) in
            var x: Double?
            var y: Double?
            var z: Double?
            while let key = try json.next(keys, payload) {
                switch key {
                case .x: x = try json.number(.finite, payload)
                case .y: y = try json.number(.finite, payload)
                case .z: z = try json.number(.finite, payload)
                }
            }
            vector = try Vector(x, y, z)
            if vector == nil { throw .missing("x") }
        }
        return vector
    }

    /// Makes a vector of three components, or `nil` of none.
    /// - Throws: which component is missing where there are some.
    init?(_ x: Double?, _ y: Double?, _ z: Double?) throws(MessageError) {
        switch (x, y, z) {
        case (nil, nil, nil): return nil
        case (let x?, let y?, let z?): self.init(x: x, y: y, z: z)
        case (nil, _, _): throw .missing("x")
        case (_, nil, _): throw .missing("y")
        case (_, _, nil): throw .missing("z")
        }
    }

    /// Whether all components are numbers.
    var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}
