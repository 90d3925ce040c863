import Messages
import Recordings
import Testing

@Suite("CSV recordings", .timeLimit(.minutes(1)))
struct CSVRecordingTests {
    @Test("A row of the native set gives a fix, motion and a field")
    func native() throws {
        let text = """
            time,latitude,longitude,altitude,ellipsoidalAltitude,horizontalAccuracy,verticalAccuracy,course,courseAccuracy,\
            speed,speedAccuracy,mode,satellites,hdop,vdop,pdop,magneticX,magneticY,magneticZ,accelerationX,accelerationY,\
            accelerationZ,rotationRateX,rotationRateY,rotationRateZ
            100.5,52.5,13.25,34,74,5,8,359.5,2,1.4,0.2,3,11,0.9,1.2,1.5,1,2,-3,0,0,9.81,0.1,-0.2,0.3
            """
        var fix = Fix(time: 100.5, latitude: 52.5, longitude: 13.25)
        (fix.altitude, fix.ellipsoidalAltitude) = (34, 74)
        (fix.horizontalAccuracy, fix.verticalAccuracy) = (5, 8)
        (fix.course, fix.courseAccuracy, fix.speed, fix.speedAccuracy) = (359.5, 2, 1.4, 0.2)
        (fix.mode, fix.satellites, fix.hdop, fix.vdop, fix.pdop) = (3, 11, 0.9, 1.2, 1.5)
        let imu = IMU(
            time: 100.5,
            acceleration: Vector(x: 0, y: 0, z: 9.81),
            rotationRate: Vector(x: 0.1, y: -0.2, z: 0.3)
        )
        let field = MagneticField(time: 100.5, field: Vector(x: 1, y: 2, z: -3))
        #expect(try messages(text) == [.fix(fix), .imu(imu), .field(field)])
    }

    @Test("A phone's names mean the same", arguments: [1, 7, 4096])
    func phone(chunk: Int) throws {
        let text = """
            time,bearingAccuracy,bearing,longitude,latitude,qz,acc_z,acc_y,acc_x,gyro_z,gyro_y,gyro_x,mag_z,mag_y,mag_x
            2025-06-11 20:36:27+00:00,10,360,-75,40,0.5,9.8,0.2,0.1,0.3,0.2,0.1,3,2,1
            """
        var fix = Fix(time: 1_749_674_187, latitude: 40, longitude: -75)
        (fix.course, fix.courseAccuracy) = (0, 10)
        let imu = IMU(
            time: 1_749_674_187,
            acceleration: Vector(x: 0.1, y: 0.2, z: 9.8),
            rotationRate: Vector(x: 0.1, y: 0.2, z: 0.3)
        )
        let field = MagneticField(time: 1_749_674_187, field: Vector(x: 1, y: 2, z: 3))
        #expect(try messages(text, chunk: chunk) == [.fix(fix), .imu(imu), .field(field)])
    }

    @Test("An empty cell is unknown, and so is a vector that lacks a component")
    func unknown() throws {
        let text = """
            time,latitude,longitude,course,magneticX,magneticY,magneticZ
            1,50,10,,1,2,3
            2,50,,90,1,,3
            3,,,,,,
            4,50,10,0,,,
            """
        var north = Fix(time: 4, latitude: 50, longitude: 10)
        north.course = 0
        #expect(
            try messages(text) == [
                .fix(Fix(time: 1, latitude: 50, longitude: 10)),
                .field(MagneticField(time: 1, field: Vector(x: 1, y: 2, z: 3))),
                .fix(north),
            ]
        )
    }

    @Test("What a phone writes for the unknown is unknown")
    func phoneUnknown() throws {
        let text = """
            time,latitude,longitude,bearing,bearingAccuracy,speed,speedAccuracy,horizontalAccuracy,verticalAccuracy
            1,50,10,-1,-1,-1,-1,5,-1
            2,50,10,0,0,0,0,0,0
            3,50,10,0,3,2,0.1,5,8
            4,50,10,20,0,2,0.1,5,8
            5,50,10,20,1,2,0.1,-1,8
            """
        let fixes = try messages(text).map { message in
            if case .fix(let fix) = message { return fix }
            return Fix(time: 0, latitude: 0, longitude: 0)
        }
        try #require(fixes.map(\.time) == [1, 2, 3, 4])
        #expect(fixes.map(\.course) == [nil, nil, 0, 20])
        #expect(fixes.map(\.courseAccuracy) == [nil, nil, 3, nil])
        #expect(fixes.map(\.speed) == [nil, 0, 2, 2])
        #expect(fixes.map(\.speedAccuracy) == [nil, nil, 0.1, 0.1])
        #expect(fixes.map(\.horizontalAccuracy) == [5, nil, 5, 5])
        #expect(fixes.map(\.verticalAccuracy) == [nil, nil, 8, 8])
    }

    @Test("Rows of a live sensor without times get the time at which they come")
    func live() throws {
        let text = "magneticX,magneticY,magneticZ\n1,2,3\n"
        let field = MagneticField(time: 77, field: Vector(x: 1, y: 2, z: 3))
        #expect(try messages(text) { 77 } == [.field(field)])
        #expect(problem(text) == "line 1: there is no column 'time'")
    }

    @Test("Rows ahead of a bad one are given out before its error")
    func order() throws {
        var chunks = ["time,latitude,longitude\n1,2,3\n2,3,4\n3,4\n"].map { Array($0.utf8) }
        var recording = Recording { chunks.popLast() ?? [] }
        #expect(try recording.next()?.time == 1)
        #expect(try recording.next()?.time == 2)
        for _ in 0..<2 {
            let error = #expect(throws: RecordingError.self) { try recording.next() }
            #expect(error == RecordingError(line: 4, problem: "has 2 of 3 columns"))
        }
    }

    @Test(
        "A bad row is an error that names line, column and value",
        arguments: [
            ("1,2", "line 3: has 2 of 4 columns"),
            ("1,2,3,4,5", "line 3: has 5 of 4 columns"),
            ("1,91,3,4", "line 3, latitude: 91 is not between -90 and 90"),
            ("1,2,180.5,4", "line 3, longitude: 180.5 is not between -180 and 180"),
            ("1,2,3,-1", "line 3, speed: -1 is not 0 or more"),
            ("1,2,x y,4", "line 3, longitude: 'x y' is not a number"),
            ("1,2,0x10,4", "line 3, longitude: '0x10' is not a number"),
            ("1,2,NaN,4", "line 3, longitude: 'NaN' is not a finite number"),
            ("1,2,3,1e999", "line 3, speed: '1e999' is not a finite number"),
            ("1,2,3,-inf", "line 3, speed: '-inf' is not a finite number"),
            (",2,3,4", "line 3, time: is empty: a measurement needs its time"),
            ("1\u{1B}[2J,2,3,4", "line 3: byte 27 is no text: this is not a CSV file"),
            (
                "yesterday,2,3,4",
                "line 3, time: 'yesterday' is neither Unix seconds nor a time like 2025-06-11T20:36:27Z"
            ),
        ]
    )
    func badRow(row: String, expected: String) {
        #expect(problem("time,latitude,longitude,speed\n1,2,3,4\n\(row)\n") == expected)
    }

    @Test("Of several bad cells the first one is named, each time")
    func severalBadCells() {
        let header = "time,latitude,longitude,altitude,speed,course,mode,satellites,hdop,vdop,pdop"
        let shown = Set((0..<50).map { _ in problem("\(header)\n1,2,x,x,x,x,x,x,x,x,x\n") })
        #expect(shown == ["line 2, longitude: 'x' is not a number"])
    }

    @Test(
        "A header that is of no use says what it lacks",
        arguments: [
            (
                "time,latitude,longitud",
                "line 1: there is no column 'longitude' beside latitude: is 'longitud' meant?"
            ),
            ("Time,latitude,longitude", "line 1: there is no column 'time': is 'Time' meant?"),
            ("time,latitude,latitude", "line 1, latitude: the column is there twice"),
            (
                "time,latitude,longitude,course,bearing",
                "line 1, bearing: the column says the same as course: which one is right?"
            ),
            ("time,mag_x,mag_z", "line 1: there is no column 'magneticY' or 'mag_y' beside mag_x"),
        ]
    )
    func badHeader(header: String, expected: String) {
        #expect(problem("\(header)\n1,2,3\n") == expected)
    }

    @Test("A table of unknown columns lists the known ones and guesses")
    func unknownColumns() throws {
        let shown = try #require(problem("t,latitute,lon\n1,2,3\n"))
        #expect(shown.hasPrefix("line 1: no column of use"))
        #expect(shown.contains("'latitute' is not a column: did you mean 'latitude'?"))
        #expect(shown.contains("magneticX"))
        #expect(shown.contains("mag_x"))
        #expect(!shown.contains("\n"))
    }

    @Test("Columns that are passed over are listed, with what may have been meant")
    func ignored() throws {
        var chunks = [Array("time,latitude,longitude,sped,pressure\n1,2,3,4,5\n".utf8)]
        var recording = Recording { chunks.popLast() ?? [] }
        _ = try recording.next()
        #expect(recording.format == .csv)
        #expect(recording.header?.ignored == ["sped", "pressure"])
        #expect(recording.header?.guesses.map(\.meant) == ["speed"])
    }
}
