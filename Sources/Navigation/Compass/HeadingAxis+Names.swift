extension HeadingAxis {
    /// Reads a word, `portrait`, `upside-down`, `landscape-left` or `landscape-right`, or three numbers with commas.
    ///
    /// `nil` for anything else, and for numbers without a direction.
    public init?(name: String) {
        switch name {
        case "portrait": self = .portrait
        case "upside-down": self = .upsideDown
        case "landscape-left": self = .landscapeLeft
        case "landscape-right": self = .landscapeRight
        default:
            let numbers = name.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
                return nil
            }
            self.init(Vector3(x: x, y: y, z: z))
        }
    }
}
