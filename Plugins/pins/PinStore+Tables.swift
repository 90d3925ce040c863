extension PinStore {
    /// What marks a file as a store of pins: "BPIN" as four bytes.
    static let application: Int32 = 0x4250_494E

    /// How the tables came to be what they are; a step that has been released is never changed.
    ///
    /// AUTOINCREMENT keeps a number from ever being given again, also after its pin is gone.
    static let history = [
        """
        CREATE TABLE pin (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            time REAL NOT NULL,
            label TEXT NOT NULL,
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            horizontal_accuracy REAL
        ) STRICT
        """
    ]

    static let selecting = """
        SELECT number, time, label, latitude, longitude, altitude, horizontal_accuracy FROM pin ORDER BY number
        """

    static let inserting = """
        INSERT INTO pin (time, label, latitude, longitude, altitude, horizontal_accuracy) VALUES (?, ?, ?, ?, ?, ?)
        """

    static let deleting = "DELETE FROM pin WHERE number = ?"
}
