internal import Binnacle
internal import Keys

/// `binnacle keys`: who is let in from other machines, and what they may do.
enum KeysVerb {
    private static let name = Operand<String>("name", "whose key it is: a-z, 0-9, _ and -")
    private static let publish = Option<Names>(
        "publish",
        "KIND,...",
        "the kinds of messages it may publish; '*' for all"
    )
    private static let call = Option<Names>(
        "call",
        "NODE/METHOD,...",
        "the methods it may call; NODE/* for a node's, */METHOD for one of every node, '*' for all"
    )
    private static let noRead = Flag("no-read", "do not let it subscribe, or ask what there is")

    static let declaration = Verb(
        "keys",
        "Let other machines in, by keys that can be taken back",
        discussion: """
            Keys are for 'binnacle bus --secure'. They are kept in $BINNACLE_KEYS, else
            $XDG_CONFIG_HOME/binnacle/keys, else ~/.config/binnacle/keys. A running bus takes
            changes up by itself, and ends the connections of a key that is revoked.
            """,
        examples: [
            .init("binnacle keys new laptop", "may read everything, publish and call nothing"),
            .init("binnacle keys new phone --publish fix,imu --no-read", "a sensor that only speaks"),
            .init(
                "BINNACLE_KEY=laptop.key binnacle topic echo --address tcp://boat:7750",
                "at the other machine"
            ),
        ],
        verbs: [
            Verb(
                "new",
                "Make a key, and let it in",
                discussion: """
                    Prints the path of the client's file, which is to be taken to the other
                    machine, where $BINNACLE_KEY names it. It may read, and publish and call what
                    is given here: nothing where nothing is. Who may publish anything may also
                    publish the status and log of its nodes.
                    """,
                operands: [name],
                options: [publish, call, noRead],
                examples: [
                    .init("binnacle keys new phone --publish fix --call pins/drop", "a sensor with a button")
                ],
                body: runNew
            ),
            Verb(
                "list",
                "List the keys that are let in, and what they may do",
                options: [CommonOptions.json],
                body: runList
            ),
            Verb(
                "revoke",
                "Let a key in no longer",
                discussion: "The connections that it has to a running bus end within two seconds.",
                operands: [name],
                body: runRevoke
            ),
        ]
    )

    @Sendable private static func runNew(_ arguments: Arguments) async throws -> ExitCode {
        var kinds = arguments[publish]?.list ?? []
        if !kinds.isEmpty, !kinds.contains("*") {
            kinds += ["status", "log"].filter { !kinds.contains($0) }
        }
        let permissions: Permissions
        do {
            permissions = try Permissions(
                read: !arguments[noRead],
                publish: kinds,
                call: arguments[call]?.list ?? []
            )
        } catch {
            throw UsageError("--\(error)")
        }
        let name = try arguments.required(name)
        let file = try KeyFolder.fromEnvironment().authorise(name, permissions)
        try Output.line(file)
        Output.say("key '\(name)' may \(words(permissions))")
        Output.say(
            "take the file to the other machine by a safe way, and there: export BINNACLE_KEY=\(name).key"
        )
        return .success
    }

    @Sendable private static func runList(_ arguments: Arguments) async throws -> ExitCode {
        let (keys, faults) = try KeyFolder.fromEnvironment().list()
        for fault in faults { Output.say(fault) }
        if arguments[CommonOptions.json] {
            for key in keys { try Output.line(json(key).line) }
            return .success
        }
        var table = Table("KEY", "READ", "PUBLISH", "CALL", "PUBLIC")
        for key in keys {
            table.add([
                key.name, key.permissions.read ? "yes" : "no", list(key.permissions.publish),
                list(key.permissions.call), key.publicKey,
            ])
        }
        for line in table.lines { try Output.line(line) }
        return .success
    }

    @Sendable private static func runRevoke(_ arguments: Arguments) async throws -> ExitCode {
        let name = try arguments.required(name)
        try KeyFolder.fromEnvironment().revoke(name)
        Output.say("key '\(name)' is let in no longer")
        return .success
    }

    static func json(_ key: AuthorisedKey) -> JSONObject {
        var object = JSONObject()
        object.add("name", key.name)
        object.add("public", key.publicKey)
        key.permissions.write(into: &object)
        return object
    }

    private static func words(_ permissions: Permissions) -> String {
        let read = permissions.read ? "read" : "not read"
        return
            "\(read), publish \(list(permissions.publish, or: "nothing")), call \(list(permissions.call, or: "nothing"))"
    }

    private static func list(_ names: [String], or none: String = "-") -> String {
        names.isEmpty ? none : names.joined(separator: ",")
    }
}

/// Names with commas between them.
struct Names: ArgumentValue {
    let list: [String]

    var argument: String { list.joined(separator: ",") }

    static func read(_ text: String) throws(UsageError) -> Names {
        let list = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard list.allSatisfy({ !$0.isEmpty }) else {
            throw UsageError("'\(text)' has an empty name; it is a list with commas")
        }
        return Names(list: list)
    }
}
