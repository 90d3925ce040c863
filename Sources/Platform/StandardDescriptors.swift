internal import Glibc

/// Standard input, output and error, as descriptors.
public enum StandardDescriptors {
    /// Takes those that the program was started without, so that using them fails as before.
    ///
    /// Otherwise the next file or socket that is opened would be one of them, and be written to by whoever prints. To be
    /// called before anything is opened.
    public static func hold() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is taken, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
