internal import Glibc
internal import Platform

extension BusFolder {
    /// The file that stands in the folder while location services are switched off.
    private var mark: String { "\(path)/location-off" }

    /// Whether positions are handed on, as it was left.
    var isLocationEnabled: Bool { access(mark, F_OK) != 0 }

    /// Leaves a mark for the next bus in this folder, or takes it away.
    func setLocation(enabled: Bool) throws(SystemError) {
        if enabled {
            guard !isLocationEnabled else { return }
            try SystemError.check("remove \(mark)") { unlink(mark) }
            return
        }
        close(try SystemFile.open(mark, O_WRONLY | O_CREAT))
    }
}
