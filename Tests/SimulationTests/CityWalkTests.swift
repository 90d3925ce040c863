@testable import Simulation
