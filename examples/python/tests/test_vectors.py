import unittest

from binnacle import BusAddress, Message, WireError
from binnacle.loss import LossCounter
from binnacle.message import check_topic, subscription

from .support import vectors


class VectorTests(unittest.TestCase):
    def test_messages_are_read_as_the_vectors_say_and_written_to_the_same_bytes(self):
        for vector in vectors("messages"):
            with self.subTest(vector["name"]):
                data = bytes.fromhex(vector["hex"])
                message = Message.decode(data)
                self.assertEqual((message.topic, message.nonce), (vector["topic"], vector.get("nonce")))
                for name in "publisher", "sequence", "published":
                    self.assertEqual(getattr(message, name), int(vector[name]))
                self.assertEqual((message.flags, message.encoding), (vector["flags"], vector["encoding"]))
                self.assertEqual(message.payload, bytes.fromhex(vector["payload"]))
                written = message.encode()
                if "40 bytes" not in vector["name"]:
                    self.assertEqual(written, data)
                self.assertEqual(Message.decode(written), message)

    def test_what_is_malformed_is_refused_for_the_reason_that_the_vectors_give(self):
        for vector in vectors("malformed"):
            with self.subTest(vector["name"]), self.assertRaises(WireError) as caught:
                Message.decode(bytes.fromhex(vector["hex"]))
            self.assertEqual(caught.exception.code, vector["error"], vector["name"])

    def test_what_follows_is_lost_and_is_a_repeat_is_what_the_vectors_say(self):
        for vector in vectors("sequences"):
            loss, total = LossCounter(), 0
            for step in vector["steps"]:
                at = ("fix/gps", int(step["publisher"]), int(step["sequence"]))
                before = loss.total
                verdict = "follows"
                if step.get("kept"):
                    self.assertIn(loss.note(*at), (None, loss.total - before))
                elif step.get("newest"):
                    if "first" in step:
                        loss.begin(*at[:2], int(step["first"]))
                    loss.catch_up(*at)
                    if "count" in step:
                        loss.audit(at[0], int(step["count"]), 1)
                elif loss.advance(*at) is None:
                    verdict = "repeat"
                lost = loss.total - before
                self.assertEqual("lost" if lost else verdict, step["verdict"], (vector["name"], step))
                self.assertEqual(lost, int(step.get("lost", 0)), (vector["name"], step))
                total += lost
            # What the count alone shows has no publisher.
            if not any("count" in step for step in vector["steps"]):
                self.assertEqual(sum(loss.count for loss in loss.losses), total)

    def test_addresses_have_the_endpoints_that_the_vectors_give_them(self):
        for vector in vectors("addresses"):
            address = BusAddress.parse(vector["address"])
            found = {"publish": address.publish, "subscribe": address.subscribe, "request": address.request}
            self.assertEqual({"address": vector["address"], **found}, vector)
        for text in vectors("noAddresses"):
            with self.subTest(text), self.assertRaises(ValueError):
                BusAddress.parse(text)

    def test_a_pattern_becomes_what_to_subscribe_to(self):
        for pattern, expected in {
            "": "", "*": "", "fix": "fix/", "fix/": "fix/", "fix/gps": "fix/gps|", "fix/g*": "fix/g",
            "pin/pins/": "pin/pins/",
        }.items():
            self.assertEqual(subscription(pattern), expected)
        for wrong in "/", "Fix", "fix//a", "fix|", "a b", "~n/fix":
            with self.subTest(wrong), self.assertRaises(ValueError):
                subscription(wrong)

    def test_a_topic_that_breaks_the_rules_is_refused(self):
        self.assertEqual(check_topic("pin/pins/a-b_9"), "pin/pins/a-b_9")
        for wrong in "fix", "fix/", "/gps", "fix/G", "fix/é", "f/" + "a" * 254, "fix/gps\n":
            with self.subTest(wrong), self.assertRaises(ValueError):
                check_topic(wrong)
