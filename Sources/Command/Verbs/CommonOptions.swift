internal import Binnacle

/// Options that several verbs share.
enum CommonOptions {
    static let json = Flag("json", "print JSON, an object a line")
    /// Of a verb that prints nothing else: taken, so that a script can ask every verb for JSON in the same way.
    static let onlyJSON = Flag("json", "print JSON, which it does anyhow")
    static let rig = Option<String>("rig", "NAME", "the launcher, where there are several: launch-PID")
    static let address = Option<BusAddress>("address", "A", "the bus: ipc:///FOLDER or tcp://HOST:PORT")
}
