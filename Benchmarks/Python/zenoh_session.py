"""A Zenoh session of two peers that know each other's address: no router, no scouting."""

import json

import measure
import zenoh


def open_session(role):
    config = zenoh.Config()
    config.insert_json5("mode", '"peer"')
    config.insert_json5("scouting/multicast/enabled", "false")
    endpoints = json.dumps([measure.ENDPOINT])
    if role == "publisher":
        config.insert_json5("connect/endpoints", endpoints)
        config.insert_json5("listen/endpoints", '["tcp/127.0.0.1:0"]')
    else:
        config.insert_json5("listen/endpoints", endpoints)
    return zenoh.open(config)
