import Binnacle

/// Publishes a fixed position.
@main struct Provider: Plugin {
    /// Those of plugin.yaml, checked and with their defaults.
    struct Parameters: Decodable, Sendable { var latitude, longitude, interval: Double }

    let node: Node
    let parameters: Parameters

    func run() async throws {
        let fixes = try node.publisher(of: Fix.self)
        while true {
            fixes.publish(Fix(time: node.now, latitude: parameters.latitude, longitude: parameters.longitude))
            try await Task.sleep(for: .seconds(parameters.interval))
        }
    }
}
