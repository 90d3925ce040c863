/// What is simulated: who goes, and by what.
public enum TripKind: String, Hashable, Sendable, CaseIterable {
    /// On foot through the streets, with the device in the hand.
    case cityWalk = "city-walk"
    /// At a run through the streets, with the device in a hand that swings.
    case cityRun = "city-run"
    /// On a bicycle through the streets, with the device on the handlebar.
    case cityBicycleRide = "city-bicycle-ride"
    /// In a car round a ring road, with jams and tunnels, and the device before the windscreen.
    case freewayDrive = "freeway-drive"
    /// At one place, with the device lying on a table.
    case customLocation = "custom-location"
}
