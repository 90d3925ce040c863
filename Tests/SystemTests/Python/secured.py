"""Does to a bus with keys what a client should not do, or should, with pyzmq alone.

usage: BINNACLE_BUS=tcp://... [BINNACLE_KEY=FILE] secured.py publish TOPIC | oversized TOPIC | parts TOPIC | garbage
Writes what the client is told, a line each, and ends with the end of its standard input or by a signal.
"""
import json, os, socket, struct, sys, threading, time, zmq
from zmq.utils.monitor import recv_monitor_message

what, topic = sys.argv[1], (sys.argv[2:] or [""])[0].encode()
address = os.environ["BINNACLE_BUS"]


def say(*words):
    print(*words, flush=True)


if what == "garbage":
    host, port = address.removeprefix("tcp://").rsplit(":", 1)
    while True:
        try:
            peer = socket.create_connection((host, int(port)))
            break
        except ConnectionRefusedError:
            time.sleep(0.01)  # a bus lets senders in a little after the others
    peer.sendall(b"GET / HTTP/1.1\r\nHost: binnacle\r\nAccept: everything that there is\r\n\r\n" * 2)
    try:
        while peer.recv(1000):
            pass
        say("closed")
    except ConnectionResetError:
        say("closed")
    sys.exit()

push = zmq.Context().socket(zmq.PUSH)
if "BINNACLE_KEY" in os.environ:
    key = json.load(open(os.environ["BINNACLE_KEY"]))
    push.curve_secretkey, push.curve_publickey = key["secret"].encode(), key["public"].encode()
    push.curve_serverkey = key["bus"].encode()
monitor = push.get_monitor_socket()
push.connect(address if address.startswith("tcp://") else address + "/publish")


def watch():
    while True:
        event = recv_monitor_message(monitor)
        name = zmq.Event(event["event"]).name
        if name.startswith("HANDSHAKE") or name == "DISCONNECTED":
            say(name, event["value"] if name.endswith("AUTH") else "")


threading.Thread(target=watch, daemon=True).start()
if what == "publish":
    push.send_multipart([topic, b"{}"])
elif what == "oversized":
    push.send(topic + b"|" + struct.pack("<QQqIHBB", 1, 0, time.time_ns(), 0, 32, 1, 255) + bytes(17 << 20))
elif what == "parts":
    push.send_multipart([topic] + [b"x"] * 999)
say("sent")
threading.Event().wait()
