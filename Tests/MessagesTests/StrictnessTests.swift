import Messages
import Testing

@Suite("Strictness", .timeLimit(.minutes(1)))
struct StrictnessTests {
    private static let place = #""time":1,"latitude":2,"longitude":3"#

    @Test(
        "a fix out of range is an error that names key and value",
        arguments: [
            (#"{"time":1,"latitude":91.0,"longitude":0}"#, "latitude: 91.0 is not between -90 and 90"),
            (
                #"{"time":1,"latitude":-90.0000001,"longitude":0}"#,
                "latitude: -90.0000001 is not between -90 and 90"
            ),
            (#"{"time":1,"latitude":0,"longitude":181}"#, "longitude: 181 is not between -180 and 180"),
            (#"{"latitude":0,"longitude":1}"#, "time: is missing"),
            (#"{"time":1,"longitude":1}"#, "latitude: is missing"),
            (#"{"time":1,"latitude":0}"#, "longitude: is missing"),
            (#"{"time":1,"latitude":null,"longitude":1}"#, "latitude: is missing"),
            (#"{"time":"1"}"#, "time: \"1\" is not a number"),
            (#"{"time":true}"#, "time: true is not a number"),
            (#"{"time":{}}"#, "time: an object is not a number"),
            (#"{"time":[1]}"#, "time: an array is not a number"),
            ("{\(place),\"course\":360}", "course: 360 is not at least 0 and below 360"),
            ("{\(place),\"course\":-1}", "course: -1 is not at least 0 and below 360"),
            ("{\(place),\"courseAccuracy\":181}", "courseAccuracy: 181 is not between 0 and 180"),
            ("{\(place),\"horizontalAccuracy\":-1}", "horizontalAccuracy: -1 is not 0 or more"),
            ("{\(place),\"verticalAccuracy\":-0.1}", "verticalAccuracy: -0.1 is not 0 or more"),
            ("{\(place),\"speed\":-1.5}", "speed: -1.5 is not 0 or more"),
            ("{\(place),\"speedAccuracy\":-1}", "speedAccuracy: -1 is not 0 or more"),
            ("{\(place),\"hdop\":-1}", "hdop: -1 is not 0 or more"),
            ("{\(place),\"mode\":1}", "mode: 1 is not 2 or 3"),
            ("{\(place),\"mode\":2.5}", "mode: 2.5 is not a whole number of 64 bits"),
            ("{\(place),\"mode\":\"3\"}", "mode: \"3\" is not a number"),
            ("{\(place),\"satellites\":-1}", "satellites: -1 is not 0 or more"),
            ("{\(place),\"satellites\":1e30}", "satellites: 1e30 is not a whole number of 64 bits"),
            ("{\(place),\"technology\":5}", "technology: 5 is not a string"),
            ("{\(place),\"source\":false}", "source: false is not a string"),
            (
                "{\(place),\"speed\":\"\(String(repeating: "x", count: 99))\"}",
                "speed: \"\(String(repeating: "x", count: 39))… is not a number"
            ),
        ]
    )
    func fix(text: String, said: String) {
        #expect(problem(Fix.self, text) == said)
    }

    @Test("the bounds themselves are allowed") func bounds() throws {
        let fix = try read(
            Fix.self,
            #"{"time":-1,"latitude":-90,"longitude":180,"course":0,"mode":3.0,"satellites":12e0}"#
        )
        #expect(
            fix.latitude == -90 && fix.longitude == 180 && fix.course == 0 && fix.mode == 3
                && fix.satellites == 12
        )
        #expect(
            try read(Fix.self, #"{"time":1,"latitude":90,"longitude":-180,"course":359.99999999999994}"#)
                .course != nil
        )
    }

    @Test("a technology of a later version is unknown, not an error") func technology() throws {
        let fix = try read(Fix.self, "{\(Self.place),\"technology\":\"quantum\",\"rtk\":\"best\",\"mode\":3}")
        #expect(fix.technology == nil && fix.rtk == nil && fix.mode == 3)
    }

    @Test(
        "a heading is as strict",
        arguments: [
            (#"{}"#, "time: is missing"),
            (
                #"{"time":1,"magneticHeading":360.0}"#,
                "magneticHeading: 360.0 is not at least 0 and below 360"
            ),
            (#"{"time":1,"trueHeading":-1}"#, "trueHeading: -1 is not at least 0 and below 360"),
            (#"{"time":1,"headingAccuracy":200}"#, "headingAccuracy: 200 is not between 0 and 180"),
            (#"{"time":1,"declination":-181}"#, "declination: -181 is not between -180 and 180"),
            (#"{"time":1,"dip":91}"#, "dip: 91 is not between -90 and 90"),
            (#"{"time":1,"fieldStrength":-1}"#, "fieldStrength: -1 is not 0 or more"),
            (#"{"time":1,"x":1,"z":1}"#, "y: is missing"), (#"{"time":1,"y":1}"#, "x: is missing"),
            (#"{"time":1,"x":1,"y":1,"z":null}"#, "z: is missing"),
            (
                #"{"time":1,"invalid":"tired"}"#,
                "invalid: \"tired\" is not one of uncalibrated, interference, tilted, no-field"
            ),
        ]
    )
    func heading(text: String, said: String) {
        #expect(problem(Heading.self, text) == said)
    }

    @Test("nested values are named by their path") func nested() {
        #expect(
            problem(IMU.self, #"{"time":1,"acceleration":{"x":1,"y":"2","z":3}}"#)
                == "acceleration.y: \"2\" is not a number"
        )
        #expect(
            problem(IMU.self, #"{"time":1,"rotationRate":{"x":1,"y":2}}"#) == "rotationRate.z: is missing"
        )
        #expect(problem(IMU.self, #"{"time":1,"rotationRate":{}}"#) == "rotationRate.x: is missing")
        #expect(
            problem(IMU.self, #"{"time":1,"acceleration":[1,2,3]}"#)
                == "acceleration: an array is not an object"
        )
        #expect(
            problem(IMU.self, #"{"time":1,"acceleration":{"x":1,"y":2,"z":3}"#)
                == "byte 44: the JSON is cut off"
        )
        #expect(problem(MagneticField.self, #"{"time":1,"x":1,"y":2}"#) == "z: is missing")
        #expect(problem(MagneticField.self, #"{"time":1}"#) == "x: is missing")
        #expect(problem(Sky.self, #"{"time":1}"#) == "satellites: is missing")
        #expect(problem(Sky.self, #"{"time":1,"satellites":{}}"#) == "satellites: an object is not an array")
        #expect(problem(Sky.self, #"{"time":1,"satellites":[5]}"#) == "satellites[0]: 5 is not an object")
        let good = #"{"constellation":"gps","id":1}"#
        #expect(
            problem(Sky.self, "{\"time\":1,\"satellites\":[\(good),{\"id\":1}]}")
                == "satellites[1].constellation: is missing"
        )
        #expect(
            problem(
                Sky.self,
                "{\"time\":1,\"satellites\":[\(good),{\"constellation\":\"gps\",\"id\":1,\"azimuth\":-1}]}"
            )
                == "satellites[1].azimuth: -1 is not at least 0 and below 360"
        )
    }

    @Test("the other kinds say what is wrong too") func others() {
        #expect(
            problem(Direction.self, #"{"time":1,"source":"stars"}"#)
                == "source: \"stars\" is not one of course, heading"
        )
        #expect(
            problem(Direction.self, #"{"time":1,"reference":"grid"}"#)
                == "reference: \"grid\" is not one of true, magnetic"
        )
        #expect(problem(Pin.self, #"{"time":1,"latitude":1,"longitude":1}"#) == "id: is missing")
        #expect(
            problem(Arrow.self, #"{"time":1,"pin":"a","distance":-1}"#) == "distance: -1 is not 0 or more"
        )
        #expect(
            problem(Arrow.self, #"{"time":1,"relative":180}"#)
                == "relative: 180 is not at least -180 and below 180"
        )
        #expect(problem(Arrow.self, #"{"time":1,"pin":"a","distance":1}"#) == "visible: is missing")
        #expect(problem(Arrow.self, #"{"visible":1}"#) == "visible: 1 is not true or false")
        #expect(
            problem(Region.self, #"{"time":1,"region":"a","state":"near"}"#)
                == "state: \"near\" is not one of inside, outside, unknown"
        )
        #expect(problem(Failure.self, #"{"time":1,"message":"a"}"#) == "code: is missing")
        #expect(
            problem(Log.self, #"{"time":1,"level":"loud","message":""}"#)
                == "level: \"loud\" is not one of debug, info, warning, error"
        )
        #expect(
            problem(LocationServices.self, #"{"time":1,"enabled":"no"}"#)
                == "enabled: \"no\" is not true or false"
        )
        #expect(problem(LocationServices.self, #"{"time":1}"#) == "enabled: is missing")
        #expect(problem(Sentence.self, #"{"time":1}"#) == "text: is missing")
        #expect(problem(Clock.self, #"{"time":1}"#) == "jump: is missing")
        #expect(
            problem(Status.self, #"{"time":1,"state":"asleep"}"#)
                == "state: \"asleep\" is not one of starting, ready, degraded, gone"
        )
        #expect(problem(Status.self, #"{"time":1,"state":"ready","lost":-5}"#) == "lost: -5 is not 0 or more")
    }
}
