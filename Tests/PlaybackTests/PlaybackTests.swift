@testable import Playback
