public import Messages

/// A measurement out of a recording, with the time at which it was made.
public enum RecordedMessage: Hashable, Sendable {
    /// Where something was.
    case fix(Fix)
    /// A sample of a magnetometer.
    case field(MagneticField)
    /// A sample of an accelerometer, a gyroscope or both.
    case imu(IMU)
    /// What a compass said.
    case heading(Heading)

    /// When it was measured, Unix seconds.
    public var time: Double {
        get {
            switch self {
            case .fix(let fix): fix.time
            case .field(let field): field.time
            case .imu(let imu): imu.time
            case .heading(let heading): heading.time
            }
        }
        set {
            switch self {
            case .fix(var fix):
                fix.time = newValue
                self = .fix(fix)
            case .field(var field):
                field.time = newValue
                self = .field(field)
            case .imu(var imu):
                imu.time = newValue
                self = .imu(imu)
            case .heading(var heading):
                heading.time = newValue
                self = .heading(heading)
            }
        }
    }

    /// Which of the cases it is.
    public enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// ``RecordedMessage/fix(_:)``
        case fix
        /// ``RecordedMessage/field(_:)``
        case field
        /// ``RecordedMessage/imu(_:)``
        case imu
        /// ``RecordedMessage/heading(_:)``
        case heading
    }

    /// Which of the cases it is.
    public var kind: Kind {
        switch self {
        case .fix: .fix
        case .field: .field
        case .imu: .imu
        case .heading: .heading
        }
    }
}
