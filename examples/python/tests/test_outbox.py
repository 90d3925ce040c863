import json
import os
import tempfile
import time
import unittest

import zmq

from binnacle import Keys, RequestError
from binnacle.clock import BusClock
from binnacle.inbox import Received
from binnacle.membership import Membership
from binnacle.message import EVENT, LAST_VALUE, Message
from binnacle.outbox import Outbox
from binnacle.requests import read_answer, read_body, write_error, write_result


class OutboxTests(unittest.TestCase):
    def publish(self, outbox, topic="fix/a", payload=b"{}", is_event=False, now=0.0):
        outbox.publish(topic, payload, 7, encoding=0, is_event=is_event, now=now)

    def drain(self, outbox):
        messages = []
        while (data := outbox.first()) is not None:
            messages.append(Message.decode(data))
            outbox.sent()
        return messages

    def test_each_topic_counts_from_zero_with_one_publisher(self):
        outbox = Outbox()
        for topic in "fix/a", "fix/b", "fix/a":
            self.publish(outbox, topic)
        messages = self.drain(outbox)
        self.assertEqual([(m.topic, m.sequence) for m in messages], [("fix/a", 0), ("fix/b", 0), ("fix/a", 1)])
        self.assertEqual({m.publisher for m in messages}, {outbox.publisher})
        self.assertLess(outbox.publisher, 1 << 53)

    def test_what_is_given_up_is_counted_and_missed_by_its_sequence(self):
        for overflow, left in ("oldest", [3, 4]), ("newest", [0, 1]):
            outbox = Outbox(2, overflow)
            for _ in range(5):
                self.publish(outbox)
            self.assertEqual(outbox.dropped, 3)
            self.assertEqual([m.sequence for m in self.drain(outbox)], left)

    def test_all_that_waited_goes_out_the_first_time_and_later_the_newest_of_each_topic(self):
        outbox = Outbox()
        self.publish(outbox)
        self.publish(outbox)
        outbox.connected(1.0)
        self.assertEqual([(m.sequence, m.flags) for m in self.drain(outbox)], [(0, 0), (1, 0)])
        for topic in "fix/a", "fix/a", "pin/a", "pin/b":
            self.publish(outbox, topic)
        self.publish(outbox, "pin/b", b"")
        self.publish(outbox, "failure/a", is_event=True)
        outbox.disconnected(80.0)
        outbox.connected(82.0)
        again = self.drain(outbox)
        self.assertEqual([(m.topic, m.sequence, m.flags) for m in again], [
            ("fix/a", 3, LAST_VALUE), ("pin/a", 0, LAST_VALUE),
        ])
        self.assertEqual(outbox.dropped, 6)

    def test_what_was_old_before_the_first_connection_does_not_pass_for_live(self):
        outbox = Outbox()
        for now in 0.0, 1.0, 9.0:
            self.publish(outbox, now=now)
        outbox.connected(10.0)
        self.assertEqual(
            [(m.sequence, m.flags) for m in self.drain(outbox)], [(0, LAST_VALUE), (1, LAST_VALUE), (2, 0)]
        )

    def test_an_erasure_that_may_have_been_lost_with_the_connection_is_sent_again(self):
        outbox = Outbox()
        outbox.connected(0.0)
        for topic in "pin/a", "pin/b", "pin/c":
            self.publish(outbox, topic)
        self.publish(outbox, "pin/a", b"", now=10.0)
        self.publish(outbox, "pin/b", b"", now=99.0)
        self.drain(outbox)
        outbox.disconnected(100.0)
        self.publish(outbox, "pin/c", b"", now=101.0)
        outbox.connected(102.0)
        self.assertEqual(
            [(m.topic, m.sequence, m.payload, m.flags) for m in self.drain(outbox)],
            [("pin/b", 1, b"", LAST_VALUE), ("pin/c", 1, b"", LAST_VALUE)],
        )

    def test_an_event_is_marked(self):
        outbox = Outbox()
        self.publish(outbox, is_event=True)
        self.assertEqual(self.drain(outbox)[0].flags, EVENT)


class MembershipTests(unittest.TestCase):
    def setUp(self):
        self.membership = Membership("phone", 1, 2)

    def due(self, now, publishes=()):
        sign = self.membership.due(now, list(publishes), [], [])
        return sign and sign[0]

    def test_it_says_hello_and_then_each_second_that_it_lives(self):
        self.assertIsNone(self.due(0), "no bus is there")
        self.membership.connected()
        self.assertEqual(self.due(0), "bus/hello")
        self.assertIsNone(self.due(0.5))
        self.membership.take("bus/hello", None)
        self.assertEqual(self.due(0.5), "bus/heartbeat")
        self.membership.take("bus/heartbeat", None)
        self.assertIsNone(self.due(1.4))
        self.assertEqual(self.due(1.5), "bus/heartbeat")

    def test_it_says_hello_again_when_a_list_changes_or_the_bus_knows_it_no_more(self):
        self.membership.connected()
        self.due(0)
        self.membership.take("bus/hello", None)
        self.assertEqual(self.due(0.1, ["fix/phone"]), "bus/hello")
        self.membership.take("bus/hello", None)
        self.due(0.1, ["fix/phone"])
        self.membership.take("bus/heartbeat", RequestError("unknown-node", ""))
        self.assertEqual(self.due(0.2, ["fix/phone"]), "bus/hello")

    def test_it_is_silent_once_the_bus_will_not_have_it(self):
        self.membership.connected()
        self.due(0)
        self.membership.take("bus/hello", RequestError("refused", "another has the name"))
        self.assertEqual(self.membership.refusal.code, "refused")
        self.assertIsNone(self.due(9))


class RequestTests(unittest.TestCase):
    def test_an_answer_is_read_as_it_was_written(self):
        self.assertEqual(read_answer(write_result({"a": [1, None]})), {"a": [1, None]})
        for error, code in (RequestError("location-unknown", "no fix"), "location-unknown"), (KeyError("a"), "failed"):
            with self.assertRaises(RequestError) as caught:
                read_answer(write_error(error))
            self.assertEqual(caught.exception.code, code)

    def test_what_cannot_be_read_is_a_bad_request(self):
        for data in b"", b"[]", b"1", b"{}", b'{"error": 1}', b"\xff":
            with self.subTest(data), self.assertRaises(RequestError) as caught:
                read_answer(data)
            self.assertEqual(caught.exception.code, "bad-request")
        with self.assertRaises(RequestError):
            read_body("drop", b"{")
        self.assertEqual(read_body("drop", b""), {})


class ClockTests(unittest.TestCase):
    def reading(self, publisher, arrival, flags=0, **value):
        payload = json.dumps(value).encode()
        return Received(Message("clock/replay", payload, publisher, 0, 0, flags), 0, arrival)

    def test_it_follows_its_owner_and_goes_back_to_the_wall_clock(self):
        clock = BusClock()
        clock.take(self.reading(1, 100.0, LAST_VALUE, time=5.0, rate=1))
        self.assertAlmostEqual(clock.now(100.0), time.time(), delta=60)
        clock.take(self.reading(1, 100.0, time=1000.0, rate=2))
        clock.take(self.reading(2, 101.0, time=5.0, rate=1))
        self.assertEqual(clock.now(101.5), 1003.0)
        self.assertAlmostEqual(clock.now(103.5), time.time(), delta=60)
        clock.take(self.reading(2, 104.0, time=5.0))
        self.assertEqual(clock.now(105.0), 5.0)


class KeyTests(unittest.TestCase):
    def test_a_key_file_is_read_and_what_is_wrong_with_one_is_said(self):
        public, secret = (key.decode() for key in zmq.curve_keypair())
        good = {"public": public, "secret": secret, "bus": "b" * 40}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "key")
            for content, wrong in (
                (good, None), ([], "no key file"), ({**good, "bus": "b"}, "bus is not a key"),
                ({**good, "public": "p" * 40}, "not the public key of secret"),
            ):
                with open(path, "w", encoding="utf-8") as file:
                    json.dump(content, file)
                os.chmod(path, 0o600)
                if wrong:
                    self.assertRaisesRegex(ValueError, wrong, Keys.load, path)
                else:
                    self.assertEqual(Keys.load(path), Keys(**good, path=path))
            os.chmod(path, 0o644)
            self.assertRaisesRegex(ValueError, "chmod 600", Keys.load, path)
        self.assertNotIn(secret, repr(Keys(**good)))
