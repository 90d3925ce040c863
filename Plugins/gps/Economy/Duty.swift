internal import Binnacle

/// Decides when a receiver is to run and which of its fixes go out; without a clock of its own.
///
/// Times are seconds of a monotonic clock.
struct Duty: Sendable {
    /// Why a receiver rests.
    enum Rest: Equatable, Sendable {
        case switchedOff
        case stopped
        /// The one fix that was asked for has been given.
        case done
        case unheard
        case still
        /// Between two looks for a significant change.
        case between
    }

    /// Seconds between two looks at whether a receiver that rests has moved.
    static let nap = 60.0
    /// Seconds for which such a look may go on without a fix.
    static let look = 30.0
    /// Seconds without a listener before a receiver rests: one that comes back at once is common.
    static let hearing = 5.0

    private(set) var settings: EconomySettings { didSet { admitsAll = settings.admitsAll } }
    private var admitsAll: Bool
    private var memory = FilterMemory<Fix>()
    private var isSwitchedOff = false
    private var isStopped = false
    private var isDone = false
    private var unheardSince: Double?
    private var isUnheard = false
    private var still = Stillness()
    private var nap: Nap?

    /// A rest that is broken off now and then to look about.
    private struct Nap: Sendable {
        let why: Rest
        /// When the next look begins; while one goes on, when it is given up.
        var until: Double
        var isLooking = false
    }

    init(_ settings: EconomySettings) {
        self.settings = settings
        admitsAll = settings.admitsAll
    }

    /// Why the receiver is to rest now; `nil` while it is to run.
    var rest: Rest? {
        if isSwitchedOff { return .switchedOff }
        if isStopped { return .stopped }
        if isDone { return .done }
        if isUnheard { return .unheard }
        if let nap, !nap.isLooking { return nap.why }
        return nil
    }

    /// Takes other settings while it runs.
    mutating func change(_ settings: EconomySettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        isDone = false
        wake()
        if !settings.pausesUnheard { noteListeners(1, at: 0) }
    }

    /// Runs again, whatever it rested for but a switch for all.
    mutating func start() {
        (isStopped, isDone) = (false, false)
        wake()
    }

    /// Rests until ``start()``.
    mutating func stop() { isStopped = true }

    /// Location services have been switched for all.
    mutating func setLocation(enabled: Bool) {
        isSwitchedOff = !enabled
        if enabled { wake() }
    }

    /// So many read what the receiver says.
    mutating func noteListeners(_ count: Int, at now: Double) {
        guard settings.pausesUnheard, count == 0 else {
            (unheardSince, isUnheard) = (nil, false)
            return
        }
        let since = unheardSince ?? now
        unheardSince = since
        if now - since >= Self.hearing { isUnheard = true }
    }

    /// Looks at the clock; to be called some times a second.
    mutating func tick(at now: Double) {
        guard var nap, now >= nap.until else { return }
        // A look that has shown nothing is given up until the next.
        nap.isLooking.toggle()
        nap.until = now + (nap.isLooking ? Self.look : Self.nap)
        self.nap = nap
    }

    /// Whether every fix goes out as it is, and changes nothing here.
    var isIdle: Bool { admitsAll && rest == nil }

    /// Takes a fix of the receiver's.
    ///
    /// - Returns: the fix as it goes out, marked where it is less accurate than desired; `nil` where it is held back.
    mutating func take(_ fix: Fix, at clock: @autoclosure () -> Double) -> Fix? {
        // What was under way when the receiver was told to rest.
        guard rest == nil else { return nil }
        if admitsAll { return fix }
        let now = clock()
        let suffices = settings.desiredAccuracy.admits(fix)
        var passed: Fix?
        if settings.filter.passes(fix, after: &memory) {
            passed = fix
            if !suffices { passed?.coarse = true }
        }
        if settings.once, suffices { isDone = true }
        if settings.monitoring == .significantChange {
            nap = Nap(why: .between, until: now + Self.nap)
        } else if settings.pausesAutomatically {
            let isStill = still.take(fix, settings.activityType, at: now)
            nap = isStill ? Nap(why: .still, until: now + Self.nap) : nil
        }
        return passed
    }

    private mutating func wake() {
        nap = nil
        still = Stillness()
    }
}
