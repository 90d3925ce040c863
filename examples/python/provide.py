import bus, json, math, os, signal, time, zmq

signal.signal(signal.SIGINT, signal.SIG_DFL)
name = os.environ.get("BINNACLE_NODE", "phone")
push = zmq.Context().socket(zmq.PUSH)
bus.connect(push, "publish")

# Round a buoy in a minute, 20 m away from it.
while True:
    now = time.time()
    angle = math.radians(now * 6 % 360)
    north, east = 20 * math.cos(angle), 20 * math.sin(angle)
    fix = {"time": now, "latitude": 54.4 + north / 111320, "longitude": 10.2 + east / 64800, "technology": "simulated"}
    heading = {"time": now, "magneticHeading": (math.degrees(angle) + 90) % 360, "headingAccuracy": 5}
    push.send_multipart([f"fix/{name}".encode(), json.dumps(fix).encode()])
    push.send_multipart([f"heading/{name}".encode(), json.dumps(heading).encode()])
    time.sleep(1)
