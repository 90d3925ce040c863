internal import Glibc
internal import Platform

/// A small shell that outlives a launcher which is killed, and ends what the launcher has started.
///
/// A node in Swift watches its lifeline by itself; a program in another language does not, and its children watch
/// nothing. So each child writes the number of its process group into the guardian's pipe before it becomes its
/// program, and the launcher takes the number back when the group is empty. The pipe's writing end is the
/// launcher's alone; at its end the guardian sends the groups that are left SIGINT, SIGTERM and SIGKILL.
final class Guardian {
    /// What children write their group to.
    var descriptor: CInt? { pipe?.number }

    let process: ChildProcess
    private var pipe: OwnedDescriptor?

    private static let script = """
        trap '' HUP INT QUIT TERM PIPE
        groups=
        while read -r sign group; do
            if [ "$sign" = + ]; then groups="$groups $group"; continue; fi
            rest=
            for one in $groups; do [ "$one" = "$group" ] || rest="$rest $one"; done
            groups=$rest
        done
        alive() {
            rest=
            for one in $groups; do kill -s 0 -- "-$one" && rest="$rest $one"; done
            groups=$rest
            [ "$groups" ]
        }
        for signal in INT TERM; do
            for one in $groups; do kill -s $signal -- "-$one"; done
            tries=0
            while alive && [ $tries -lt 15 ]; do sleep 0.1; tries=$((tries + 1)); done
        done
        for one in $groups; do kill -s KILL -- "-$one"; done
        """

    /// Starts a guardian.
    ///
    /// - Throws: when the system has no process or descriptor left.
    init() throws(SystemError) {
        let (reader, writer) = try OwnedDescriptor.pipe()
        let null = try OwnedDescriptor.null()
        process = try ChildProcess(
            path: "/bin/sh",
            arguments: ["-c", "eval \"$SCRIPT\"", "binnacle-guardian"],
            environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "SCRIPT": Self.script],
            input: reader.number,
            output: null.number,
            error: null.number
        )
        pipe = writer
    }

    /// Tells it that a group is empty.
    func forget(group: Int32) throws(SystemError) {
        try pipe?.write(Array("- \(group)\n".utf8))
    }

    /// Lets it go, once no group is left, and waits until it has gone.
    func end() {
        pipe = nil
        var descriptors = [pollfd(fd: process.descriptor, events: Int16(POLLIN), revents: 0)]
        if poll(&descriptors, 1, 2_000) <= 0 { process.signalGroup(SIGKILL) }
        _ = poll(&descriptors, 1, 2_000)
        _ = process.reap()
    }
}
