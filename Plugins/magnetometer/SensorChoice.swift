internal import IIO

/// Which sensors of the kernel's are read: a magnetometer, and what measures acceleration and turning beside it.
struct SensorChoice {
    /// By device, each with at least one sensor; the magnetometer's is the first.
    let groups: [[Sensor]]

    /// Looks for them.
    ///
    /// - Parameters:
    ///   - root: `/sys/bus/iio/devices`.
    ///   - name: the name or identifier of the magnetometer's device; `nil` for the first that has one.
    ///   - mount: in place of the matrices that the devices tell.
    /// - Throws: what is missing, or makes no sense.
    init(in root: String, named name: String?, mount: MountMatrix?) throws(IIOError) {
        let devices = try IIODevice.all(in: root)
        let known = devices.map { "\($0.name) (\($0.identifier))" }.joined(separator: ", ")
        let those = known.isEmpty ? "there is none" : "there are \(known)"
        var field: Sensor?
        for device in devices
        where field == nil && (name.map { [device.name, device.identifier].contains($0) } ?? true) {
            field = try device.sensor(.magneticField, mount: mount)
        }
        guard let field else {
            let what = name.map { "no magnetometer '\($0)'" } ?? "no magnetometer"
            throw IIOError(.lost, "\(root): \(what) among the kernel's sensors; \(those)")
        }
        var chosen = [field]
        for quantity in [Quantity.acceleration, .rotationRate] {
            if let sensor = try Self.companion(quantity, of: field, among: devices, mount) {
                chosen.append(sensor)
            }
        }
        var order: [IIODevice] = []
        for sensor in chosen where !order.contains(sensor.device) { order.append(sensor.device) }
        groups = order.map { device in chosen.filter { $0.device == device } }
    }

    /// The sensor that goes with a magnetometer: of its device, else of one whose driver has the same name, else the first.
    private static func companion(
        _ quantity: Quantity,
        of field: Sensor,
        among devices: [IIODevice],
        _ mount: MountMatrix?
    ) throws(IIOError) -> Sensor? {
        let family = { (device: IIODevice) in device.name.prefix { $0 != "_" && $0 != "-" } }
        let nearness = { (device: IIODevice) in
            device == field.device ? 0 : family(device) == family(field.device) ? 1 : 2
        }
        let near = devices.enumerated().sorted {
            (nearness($0.element), $0.offset) < (nearness($1.element), $1.offset)
        }
        for (_, device) in near {
            if let sensor = try device.sensor(quantity, mount: mount) { return sensor }
        }
        return nil
    }
}
