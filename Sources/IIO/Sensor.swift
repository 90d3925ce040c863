/// A sensor of three axes: how its raw numbers become a vector in the axes and units of the project.
public struct Sensor: Sendable {
    /// What it measures.
    public let quantity: Quantity
    /// The device that it belongs to.
    public let device: IIODevice
    /// Samples a second, as far as the device says.
    public let frequency: Double?
    /// How it is built in.
    public let mount: MountMatrix
    /// Added to each raw number, by axis.
    let offset: SIMD3<Double>
    /// Multiplied with that, by axis: to the unit of ``Quantity``.
    let scale: SIMD3<Double>
    /// Whether its files give numbers that are scaled already.
    let isProcessed: Bool

    static let axes = ["x", "y", "z"]

    /// Reads how a device's sensor is to be understood; `nil` where it has none of that kind.
    ///
    /// - Parameters:
    ///   - quantity: what it is to measure.
    ///   - device: where.
    ///   - mount: in place of the matrix that the device tells.
    /// - Throws: which file cannot be read or makes no sense.
    init?(_ quantity: Quantity, of device: IIODevice, mount: MountMatrix?) throws(IIOError) {
        let (folder, name) = (device.folder, "in_\(quantity.rawValue)")
        let isRaw = Self.axes.allSatisfy { folder.has("\(name)_\($0)_raw") }
        guard isRaw || Self.axes.allSatisfy({ folder.has("\(name)_\($0)_input") }) else { return nil }
        self.quantity = quantity
        self.device = device
        isProcessed = !isRaw
        var (offset, scale) = (SIMD3<Double>(repeating: 0), SIMD3<Double>(repeating: quantity.factor))
        if isRaw {
            for (axis, letter) in Self.axes.enumerated() {
                // What is said of an axis goes before what is said of all three.
                offset[axis] = try folder.firstNumber(["\(name)_\(letter)_offset", "\(name)_offset"]) ?? 0
                let said = try folder.firstNumber(["\(name)_\(letter)_scale", "\(name)_scale"]) ?? 1
                guard said != 0 else {
                    throw IIOError(
                        .broken,
                        "\(device.folder.path)/\(name)_scale: a scale of 0 makes all values 0"
                    )
                }
                scale[axis] *= said
            }
        }
        (self.offset, self.scale) = (offset, scale)
        frequency = try folder.firstNumber(["\(name)_sampling_frequency", "sampling_frequency"])
        if let mount {
            self.mount = mount
        } else {
            self.mount = try Self.mount(of: quantity, in: folder)
        }
    }

    /// The matrix of the sensor itself goes before the one of its device.
    private static func mount(of quantity: Quantity, in folder: AttributeFolder) throws(IIOError)
        -> MountMatrix
    {
        for name in ["in_\(quantity.rawValue)_mount_matrix", "in_mount_matrix", "mount_matrix"] {
            if let text = try folder.text(name) {
                return try MountMatrix(text, in: "\(folder.path)/\(name)")
            }
        }
        return .identity
    }

    /// What raw numbers mean: in the unit of ``Quantity`` and the axes of the device.
    public func vector(_ raw: SIMD3<Double>) -> SIMD3<Double> { mount((raw + offset) * scale) }

    /// Asks the device for its newest values.
    ///
    /// - Throws: when it has gone, or says what is no number.
    public func read() throws(IIOError) -> SIMD3<Double> {
        var raw = SIMD3<Double>()
        for (axis, letter) in Self.axes.enumerated() {
            let name = "in_\(quantity.rawValue)_\(letter)_\(isProcessed ? "input" : "raw")"
            guard let value = try device.folder.number(name) else {
                throw IIOError(.lost, "\(device.folder.path)/\(name): the sensor has gone; plug it in again")
            }
            raw[axis] = value
        }
        return vector(raw)
    }
}
