import IIO
import Testing

@testable import MagnetometerPlugin

@Suite("What is said of sensors that cannot be read", .timeLimit(.minutes(1)))
struct TroubleTests {
    @Test("The same trouble is news once, whichever axis shows it; another one is news too")
    func once() {
        var trouble = Trouble()
        var errors = ["x", "y", "z"].map {
            IIOError(.lost, "in_magn_\($0)_raw: Input/output error", number: 5)
        }
        errors.append(IIOError(.lost, "no magnetometer"))
        errors.append(IIOError(.silent, "its buffer gives no samples", mute: "iio:device0"))
        errors.append(errors[1])
        #expect(errors.map { trouble.isNews($0) } == [true, false, false, true, true, false])
    }
}
