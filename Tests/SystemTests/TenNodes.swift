/// A rig of ten nodes: a whole walk, and programs that live otherwise than nodes do.
enum TenNodes {
    /// What the tenth node does.
    enum Tenth: String {
        /// It sleeps.
        case calm = "exec sleep 1000"
        /// It crashes soon.
        case crashing = "sleep 0.3; kill -SEGV $$"
        /// It ends soon, with a code of its own.
        case failing = "sleep 0.3; exit 7"
        /// It does not mind being asked to stop, and neither does its child.
        case stubborn =
            "trap '' INT TERM; sh -c 'while :; do sleep 0.05; done' & while :; do sleep 0.05; done"
        /// It leaves children behind when it ends.
        case forking = "for i in 1 2 3; do sh -c 'sleep 1000 & wait' & done; sleep 1000 & exec sleep 1000"
    }

    /// The launch file.
    static func launchFile(_ tenth: Tenth) -> String {
        """
        version: 1
        description: ten nodes
        defaults: {stop: {grace: 200ms}}
        nodes:
          walk: {plugin: replay, parameters: {source: city-walk, speed: 4, time: now}}
          fusion: {plugin: fusion}
          pins: {plugin: pins, parameters: {store: "memory:"}}
          return-arrow: {plugin: return-arrow}
          drop: {run: [binnacle, pin, drop, here, --wait, "60"], after: [pins, fusion]}
          shell: {run: [sh, -c, "sleep 1000; true"]}
          family: {run: [sh, -c, "sleep 1000 & sleep 1000 & wait"]}
          talker: {run: [sh, -c, "while :; do echo a line; sleep 0.01; done"]}
          calm: {run: [sleep, "1000"], after: [shell, family]}
          tenth:
            run: [sh, -c, "echo up; \(tenth.rawValue)"]
            ready: {log: up}
            required: true
            after: [calm]

        """
    }
}
