/// Why a simulation cannot be.
public struct SimulationError: Error, Hashable, CustomStringConvertible {
    /// The name of the parameter that is wrong.
    public let parameter: String
    /// What is wrong with it, in words that name the value.
    public let problem: String

    /// Creates an error about a parameter.
    public init(parameter: String, problem: String) {
        self.parameter = parameter
        self.problem = problem
    }

    /// The error as one line, for example `latitude: 89 is not between -85 and 85`.
    public var description: String { "\(parameter): \(problem)" }
}
