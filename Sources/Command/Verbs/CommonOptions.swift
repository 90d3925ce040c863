internal import Binnacle

/// Options that several verbs share.
enum CommonOptions {
    static let json = Flag("json", "print JSON, an object a line")
    static let rig = Option<String>("rig", "NAME", "the launcher, where there are several: launch-PID")
    static let address = Option<BusAddress>("address", "A", "the bus: ipc:///FOLDER or tcp://HOST:PORT")
}
