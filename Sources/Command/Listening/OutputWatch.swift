internal import Glibc
internal import Platform

/// Whether somebody still reads standard output, told without writing to it.
enum OutputWatch {
    /// Calls the handler once the reader of standard output goes away; never where that is a file or a terminal.
    static func start(_ handler: @escaping @Sendable () -> Void) {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0,
            [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
        else { return }
        // Without a thread for it, the next write finds out.
        try? Thread.start(named: "output") {
            // No event is asked for: an error is told of unasked.
            var item = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
            while poll(&item, 1, -1) < 0 && errno == EINTR {}
            handler()
        }
    }
}
