internal import Platform

/// A device of the kernel's industrial I/O, such as `/sys/bus/iio/devices/iio:device0`.
public struct IIODevice: Hashable, Sendable {
    /// The folder's name: `iio:device0`.
    public let identifier: String
    /// What the driver calls it: `lsm9ds1_magn`, say.
    public let name: String
    let folder: AttributeFolder

    /// The devices below a folder, by their numbers.
    ///
    /// - Parameter root: `/sys/bus/iio/devices`, or a folder that looks like it.
    /// - Returns: those in it; none where there is no such folder.
    /// - Throws: when one of them cannot be read.
    public static func all(in root: String) throws(IIOError) -> [IIODevice] {
        var found: [(number: Int, device: IIODevice)] = []
        for name in Directory.names(in: root) where name.hasPrefix("iio:device") {
            guard let number = Int(name.dropFirst("iio:device".count)) else { continue }
            let folder = AttributeFolder(path: "\(root)/\(name)")
            found.append(
                (number, IIODevice(identifier: name, name: try folder.text("name") ?? name, folder: folder))
            )
        }
        return found.sorted { $0.number < $1.number }.map(\.device)
    }

    /// The sensor of this device that measures something; `nil` where it has none.
    ///
    /// - Parameters:
    ///   - quantity: what it is to measure.
    ///   - mount: in place of the matrix that the device tells.
    /// - Returns: how it is to be understood.
    /// - Throws: which file cannot be read or makes no sense.
    public func sensor(_ quantity: Quantity, mount: MountMatrix? = nil) throws(IIOError) -> Sensor? {
        try Sensor(quantity, of: self, mount: mount)
    }

    /// Asks for so many samples a second.
    ///
    /// - Parameters:
    ///   - frequency: samples a second; of those that the device has, the lowest that is not below it is taken.
    ///   - quantity: whose samples.
    /// - Returns: the frequency that it has then, which a driver may have rounded; `nil` where the device cannot be told.
    /// - Throws: when it says why not.
    @discardableResult
    public func setFrequency(_ frequency: Double, of quantity: Quantity) throws(IIOError) -> Double? {
        for name in ["in_\(quantity.rawValue)_sampling_frequency", "sampling_frequency"]
        where folder.has(name) {
            let offered = try folder.text("\(name)_available").map { text in
                // A list, or a range: [least step most].
                text.split { " []".contains($0) }.compactMap { Number.read($0) }.filter { $0 > 0 }.sorted()
            }
            let isRange = try folder.text("\(name)_available")?.hasPrefix("[") == true
            var wanted = frequency
            if let offered, let last = offered.last, !isRange {
                wanted = offered.first { $0 >= frequency } ?? last
            }
            try folder.set(name, wanted.description)
            return try folder.number(name) ?? wanted
        }
        return nil
    }
}
