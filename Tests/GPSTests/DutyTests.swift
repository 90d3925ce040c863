import Binnacle
import Testing

@testable import GPSPlugin

@Suite("When a receiver runs and which fixes go out", .timeLimit(.minutes(1)))
struct DutyTests {
    /// A fix so many metres north of a place.
    private func fix(_ time: Double, north metres: Double = 0, accuracy: Double? = 3) -> Fix {
        var fix = Fix(time: time, latitude: 48 + metres / 111_200, longitude: 11)
        fix.horizontalAccuracy = accuracy
        return fix
    }

    private func duty(_ set: (inout EconomySettings) -> Void) -> Duty {
        var settings = EconomySettings()
        set(&settings)
        return Duty(settings)
    }

    @Test("Without settings every fix goes out as it is, and the receiver never rests")
    func nothing() {
        var duty = duty { _ in }
        for second in 0..<2000 {
            let fix = fix(Double(second))
            #expect(duty.take(fix, at: Double(second)) == fix)
            duty.tick(at: Double(second))
            #expect(duty.rest == nil)
        }
    }

    @Test("Fixes worse than desired are marked, or held, as asked; one that does not say is worse")
    func worse() {
        var marking = duty { $0.desiredAccuracy = DesiredAccuracy("ten-metres") ?? .best }
        #expect(marking.take(fix(0, accuracy: 12), at: 0)?.coarse == true)
        #expect(marking.take(fix(1, accuracy: nil), at: 1)?.coarse == true)
        #expect(marking.take(fix(2, accuracy: 10), at: 2)?.coarse == nil)
        var holding = duty {
            $0.desiredAccuracy = DesiredAccuracy("ten-metres") ?? .best
            $0.worseFixes = .held
        }
        #expect(holding.take(fix(0, accuracy: 12), at: 0) == nil)
        #expect(holding.take(fix(1, accuracy: nil), at: 1) == nil)
        #expect(holding.take(fix(2, accuracy: 10), at: 2) == fix(2, accuracy: 10))
    }

    @Test("Once: the first fix that is good enough ends it, and a start begins anew")
    func once() {
        var duty = duty {
            $0.once = true
            $0.desiredAccuracy = DesiredAccuracy(exactly: 5) ?? .best
        }
        #expect(duty.take(fix(0, accuracy: 50), at: 0)?.coarse == true)
        #expect(duty.rest == nil)
        #expect(duty.take(fix(1, accuracy: 4), at: 1) != nil)
        #expect(duty.rest == .done)
        #expect(duty.take(fix(2), at: 2) == nil)
        duty.start()
        #expect(duty.rest == nil)
        #expect(duty.take(fix(3), at: 3) != nil)
    }

    @Test("Who stops it stops it for all, until somebody starts it; the switch for all is above that")
    func stopped() {
        var duty = duty { _ in }
        duty.stop()
        #expect(duty.rest == .stopped)
        duty.setLocation(enabled: false)
        duty.start()
        #expect(duty.rest == .switchedOff)
        #expect(duty.take(fix(0), at: 0) == nil)
        duty.setLocation(enabled: true)
        #expect(duty.rest == nil)
    }

    @Test("A receiver that nobody hears rests after five seconds, and runs as soon as somebody listens")
    func unheard() {
        var duty = duty { $0.pausesUnheard = true }
        duty.noteListeners(0, at: 0)
        duty.noteListeners(0, at: 4.9)
        #expect(duty.rest == nil)
        duty.noteListeners(1, at: 4.95)
        duty.noteListeners(0, at: 5)
        duty.noteListeners(0, at: 10)
        #expect(duty.rest == .unheard)
        duty.noteListeners(1, at: 11)
        #expect(duty.rest == nil)
        var deaf = self.duty { _ in }
        for second in 0..<100 { deaf.noteListeners(0, at: Double(second)) }
        #expect(deaf.rest == nil)
    }

    @Test(
        "It rests when it has stood still, looks once a minute, and runs on once it has moved",
        arguments: [
            (EconomySettings.Activity.fitness, 120.0), (.automotive, 300), (.otherNavigation, 600),
            (.other, 300),
        ]
    )
    func still(activity: EconomySettings.Activity, seconds: Double) {
        var duty = duty {
            $0.pausesAutomatically = true
            $0.activityType = activity
        }
        var now = 0.0
        while duty.rest == nil, now < 2000 {
            _ = duty.take(fix(now, north: now.truncatingRemainder(dividingBy: 7)), at: now)
            now += 1
        }
        #expect(now - 1 == seconds)
        #expect(duty.rest == .still)
        let asleep = now - 1
        duty.tick(at: asleep + 59.9)
        #expect(duty.rest == .still)
        duty.tick(at: asleep + Duty.nap)
        #expect(duty.rest == nil)
        #expect(duty.take(fix(asleep + 61, north: 3), at: asleep + 61) != nil)
        #expect(duty.rest == .still)
        duty.tick(at: asleep + 121)
        #expect(duty.take(fix(asleep + 122, north: 500), at: asleep + 122) != nil)
        #expect(duty.rest == nil)
    }

    @Test("A look that shows no fix is given up, and there is another")
    func blind() {
        var duty = duty {
            $0.pausesAutomatically = true
            $0.activityType = .fitness
        }
        for second in 0...120 { _ = duty.take(fix(Double(second)), at: Double(second)) }
        #expect(duty.rest == .still)
        duty.tick(at: 180)
        #expect(duty.rest == nil)
        duty.tick(at: 209.9)
        #expect(duty.rest == nil)
        duty.tick(at: 210)
        #expect(duty.rest == .still)
        duty.tick(at: 270)
        #expect(duty.rest == nil)
    }

    @Test("Significant changes: half a kilometre, at most one in five minutes, and rest between looks")
    func significant() {
        var duty = duty { $0.monitoring = .significantChange }
        var told: [Double] = []
        // 10 m/s northward for an hour.
        for second in 0..<3600 {
            let now = Double(second)
            duty.tick(at: now)
            guard duty.rest == nil else { continue }
            if duty.take(fix(now, north: 10 * now), at: now) != nil { told.append(now) }
            #expect(duty.rest == .between)
        }
        #expect(told == (0..<12).map { Double($0) * 300 })
        var slow = self.duty { $0.monitoring = .significantChange }
        var places: [Double] = []
        for second in 0..<7200 {
            let now = Double(second)
            slow.tick(at: now)
            if slow.rest == nil, slow.take(fix(now, north: 0.5 * now), at: now) != nil {
                places.append(now / 2)
            }
        }
        #expect(places.count == 8)
        for (from, to) in zip(places, places.dropFirst()) { #expect((500...530).contains(to - from)) }
    }

    @Test("Settings that change wake it")
    func change() {
        var duty = duty { $0.once = true }
        _ = duty.take(fix(0), at: 0)
        #expect(duty.rest == .done)
        var settings = EconomySettings()
        settings.distanceFilter = 10
        duty.change(settings)
        #expect(duty.rest == nil)
        #expect(duty.take(fix(1, north: 9), at: 1) == nil)
        #expect(duty.take(fix(2, north: 11), at: 2) != nil)
    }
}
