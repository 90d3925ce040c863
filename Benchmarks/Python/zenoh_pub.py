"""zenoh_pub.py tcp/127.0.0.1:PORT RATE COUNT: reliable, and held up rather than dropping."""

import time

import measure
import zenoh
from zenoh_session import open_session

session = open_session("publisher")
publisher = session.declare_publisher(
    "fix/gps0",
    congestion_control=zenoh.CongestionControl.BLOCK,
    reliability=zenoh.Reliability.RELIABLE,
)
for _ in range(5000):
    if publisher.matching_status.matching:
        break
    time.sleep(0.001)
measure.publish_all(lambda number, moment: publisher.put(measure.encode(number, moment)))
session.close()
