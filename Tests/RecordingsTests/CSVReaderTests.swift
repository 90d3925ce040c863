@testable import Recordings
