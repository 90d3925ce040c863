internal import Binnacle
internal import IIO

/// How the kernel's sensors are read; the parameters of the manifest, see there.
struct SensorOptions: Sendable {
    /// By which way samples come.
    enum Capture: String, Decodable, Sendable {
        /// From the buffer where it can be had, else one by one.
        case auto
        case buffer, poll
    }

    /// The name of the magnetometer's device; `nil` for the first.
    var name: String?
    /// Samples a second; `nil` for what the device is set to.
    var rate: Double?
    /// In place of the matrices that the devices tell.
    var mount: MountMatrix?
    /// Whether an accelerometer at rest says -g on the axis that points up.
    var gravityIsDown = false
    var capture = Capture.auto
    /// The devices whose buffers have turned out to give nothing, by their identifiers; they are asked one by one.
    var mute: Set<String> = []
    /// The folders of the devices.
    var (sysfs, devices) = ("/sys/bus/iio/devices", "/dev")

    /// Samples a second of a device that is asked one by one and does not say how often it measures.
    static let usualRate = 50.0
}
