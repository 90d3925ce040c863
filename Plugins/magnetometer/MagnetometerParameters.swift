internal import Binnacle
internal import IIO
internal import Playback
internal import Recordings

/// The parameters of the manifest; see there.
struct MagnetometerParameters: Decodable, Sendable {
    /// Which way an accelerometer at rest points.
    enum Gravity: String, Decodable, Sendable {
        case up, down
    }

    var source: String
    var speed: Double?
    var time: String?
    var rate: Double?
    var mountMatrix: String?
    var gravity: Gravity?
    var capture: SensorOptions.Capture?
    var sysfs: String?
    var devices: String?

    private enum CodingKeys: String, CodingKey {
        case source, speed, time, rate, gravity, capture, sysfs, devices
        case mountMatrix = "mount-matrix"
    }

    /// How a table is played.
    ///
    /// - Throws: `UsageError`.
    var playback: PlaybackOptions {
        get throws {
            var options = PlaybackOptions()
            try options.take(speed: speed, time: time)
            options.kinds = [.field, .imu]
            options.pipesAreLive = true
            return options
        }
    }

    /// How the kernel's sensors are read.
    ///
    /// - Throws: `UsageError`.
    func sensors(_ name: String?) throws -> SensorOptions {
        var options = SensorOptions()
        options.name = name
        options.rate = rate
        options.gravityIsDown = gravity == .down
        options.capture = capture ?? options.capture
        options.sysfs = sysfs ?? options.sysfs
        options.devices = devices ?? options.devices
        do throws(IIOError) {
            options.mount = try mountMatrix.map { text throws(IIOError) in
                try MountMatrix(text, in: "mount-matrix")
            }
        } catch {
            throw UsageError(error.description)
        }
        return options
    }
}
