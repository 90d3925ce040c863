internal import Binnacle
internal import Platform

/// The serial port of a source: which one of those that are there, and at which speed and framing.
struct SerialLine {
    /// What became of a step of the search.
    enum Step {
        case nothing
        /// The receiver is understood at this setting, for the first time since the port was opened.
        case found(SerialSetting)
        /// No receiver is heard here: the next port is to be opened.
        case nextPort
    }

    /// How long a port may say nothing before another one is tried, seconds.
    private static let patience = 3.0

    /// The port that is open, or was tried last.
    private(set) var path: String

    private let ports: SerialPorts
    private let speed: Int?
    private let framing: SerialSetting.Framing?
    /// What worked, by the port's path.
    private var known: [String: SerialSetting] = [:]
    /// The port on which a receiver was heard last.
    private var good: String?
    /// How many ports have been given up in a row.
    private var passed = 0
    private var others = 0
    private var search: SpeedSearch?
    private var setting = SerialSetting(speed: 9600)
    private var proofs = 0
    private var heardAt = 0.0
    private var isTold = false

    /// Creates the line of a serial source; `nil` for any other.
    init?(_ source: Source) {
        guard case .serial(let ports, let speed, let framing) = source else { return nil }
        self.ports = ports
        self.speed = speed
        self.framing = framing
        path = ports.description
    }

    /// Opens the port at which a receiver was heard last, else the next of those that are there.
    ///
    /// - Parameter proofs: how many messages have been understood so far.
    /// - Returns: the port, set to the speed that is tried first.
    /// - Throws: why there is none, and what to do.
    mutating func open(proofs: Int) throws(SourceFailure) -> Connection {
        let paths = ports.paths()
        guard !paths.isEmpty else { throw SourceFailure(.deviceLost, Self.absence(of: ports)) }
        others = paths.count - 1
        path = good.flatMap { paths.contains($0) ? $0 : nil } ?? paths[passed % paths.count]
        do throws(SystemError) {
            let connection = try Connection.openSerial(path)
            let first = try first(of: connection)
            try connection.apply(first, dropping: false, path)
            connection.dropInput()
            search = speed == nil ? SpeedSearch(first: first, framing: framing, proofs: proofs) : nil
            setting = first
            self.proofs = proofs
            heardAt = MonotonicClock.seconds
            isTold = false
            return connection
        } catch {
            // Another port may be free.
            good = nil
            passed += 1
            throw SourceFailure(error, ofPort: path)
        }
    }

    /// Takes what has come of the open port, and sets it to what is to be tried next.
    mutating func take(
        bytes count: Int,
        proofs: Int,
        _ connection: borrowing Connection,
        at now: Double = MonotonicClock.seconds
    ) throws(SourceFailure) -> Step {
        // At a fixed speed only what is understood is heard.
        if search == nil ? proofs > self.proofs : count > 0 { heardAt = now }
        let isFound = search == nil ? proofs > self.proofs : try step(count, proofs, connection, now)
        self.proofs = proofs
        if isFound {
            guard good != path || !isTold else { return .nothing }
            isTold = true
            good = path
            known[path] = setting
            return .found(setting)
        }
        guard others > 0, search?.isExhausted == true || now - heardAt > Self.patience else {
            return .nothing
        }
        good = nil
        passed += 1
        return .nextPort
    }

    /// Lets the search take a step, and returns whether the receiver is understood.
    private mutating func step(
        _ count: Int,
        _ proofs: Int,
        _ connection: borrowing Connection,
        _ now: Double
    ) throws(SourceFailure) -> Bool {
        guard var search else { return false }
        if search.take(bytes: count, proofs: proofs, at: now) {
            isTold = false
            do throws(SystemError) {
                try connection.apply(search.setting, dropping: true, path)
            } catch {
                throw SourceFailure(error, ofPort: path)
            }
        }
        setting = search.setting
        self.search = search
        return search.isFound
    }

    private func first(of connection: borrowing Connection) throws(SystemError) -> SerialSetting {
        if let speed { return SerialSetting(speed: speed, framing: framing ?? .eightNone) }
        if let known = known[path] { return known }
        let set = try connection.setting(path)
        return SerialSetting(speed: set?.speed ?? 9600, framing: framing ?? .eightNone)
    }

    private static func absence(of ports: SerialPorts) -> String {
        switch ports {
        case .path(let path): "\(path) is not there; plug the receiver in"
        case .pattern(let pattern): "no port is named like \(pattern); plug the receiver in, or name its port"
        case .automatic(let folder): "no serial port is in \(folder); plug the receiver in, or name its port"
        }
    }
}
