import json
import unittest

from binnacle.buffer import Buffer
from binnacle.inbox import Inbox, Interest, Received
from binnacle.loss import Loss
from binnacle.message import END, LAST_VALUE, Message


def message(sequence, topic="fix/gps", payload=b"{}", publisher=1, flags=0, nonce=None):
    return Message(topic, payload, publisher, sequence, 0, flags, 0, nonce)


class InboxTests(unittest.TestCase):
    def setUp(self):
        self.subscribed, self.got = [], []
        self.inbox = Inbox(self.subscribed.append, self.subscribed.remove)
        self.interest = Interest("fix/", self.got.append)
        self.inbox.add(self.interest)

    def take(self, *messages):
        for one in messages:
            self.inbox.take(one.encode(), 0.0)

    def answer(self, *messages, count):
        nonce = self.interest.nonce
        self.take(*(message(at, flags=LAST_VALUE, nonce=nonce) for at in messages))
        self.take(message(0, "fix/", b'{"count": %d}' % count, 9, END, nonce))

    def sequences(self):
        return [received.message.sequence for received in self.got]

    def test_the_question_is_asked_after_the_subscription(self):
        self.assertEqual(self.subscribed, [b"status/bus|", b"fix/", f"~{self.interest.nonce}/fix/".encode()])
        self.inbox.remove(self.interest)
        self.assertEqual(self.subscribed, [])

    def test_between_last_values_and_live_messages_nothing_is_missing_or_twice(self):
        for live_before in range(4):
            with self.subTest(live_before):
                self.setUp()
                self.take(*map(message, range(5, 5 + live_before)))
                self.answer(4 + live_before, count=1)
                self.take(message(5 + live_before))
                self.assertEqual(self.sequences(), list(range(5 if live_before else 4, 6 + live_before)))
                self.assertEqual(self.inbox.loss.losses, [])

    def test_what_comes_between_two_subscriptions_is_not_lost(self):
        for last_values in (True, False):
            with self.subTest(last_values):
                self.setUp()
                self.answer(count=0)
                self.take(message(0), message(1))
                self.inbox.remove(self.interest)
                self.take(message(2))
                self.interest = Interest("fix/", self.got.append, last_values)
                self.inbox.add(self.interest)
                # Still of the subscription before, then of the present one.
                self.take(message(3), message(7))
                self.answer(*((8,) if last_values else ()), count=int(last_values))
                status = b'{"topics": {"fix/gps": {"publisher": 1, "sequence": 8}}}'
                self.take(message(0, "status/bus", status, 9))
                self.take(message(9))
                self.assertEqual(self.inbox.loss.losses, [])
                self.take(message(11))
                self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 1)])

    def test_who_joined_late_has_handled_what_the_bus_says_is_over(self):
        status = b'{"topics": {"fix/gps": {"publisher": 1, "sequence": 8}}}'
        self.take(message(0, "status/bus", status, 9))
        self.assertIsNone(self.inbox.loss.newest("fix/gps"), "the last values are still to come")
        self.answer(count=0)
        self.take(message(1, "status/bus", status, 9))
        self.assertEqual(self.inbox.loss.newest("fix/gps"), (1, 8))

    def test_how_far_one_publisher_is_does_not_depend_on_who_came_last(self):
        self.answer(count=0)
        loss = self.inbox.loss
        loss.advance("fix/gps", 7, 4)
        loss.advance("fix/gps", 8, 1)
        loss.begin("fix/gps", 6, 0)
        loss.catch_up("fix/gps", 9, 6, settled=True, former=True)
        found = [loss.newest("fix/gps", publisher) for publisher in (7, 8, 9, 6, None)]
        self.assertEqual(found, [(7, 4), (8, 1), (9, 6), (8, 1), (8, 1)])

    def test_it_is_in_force_when_the_answer_is_complete(self):
        self.assertIsNone(self.inbox.reads)
        self.answer(4, count=1)
        self.assertEqual(self.inbox.reads, ["fix/"])

    def test_an_incomplete_answer_is_asked_for_again_under_another_nonce(self):
        first = self.interest.nonce
        self.answer(4, count=2)
        self.assertFalse(self.interest.is_in_force)
        self.assertNotEqual(self.interest.nonce, first)
        self.assertEqual(self.subscribed[2:], [self.interest.question])
        self.take(message(7, "fix/b", flags=LAST_VALUE, nonce=first))
        self.assertEqual(self.sequences(), [4], "an answer to the question before")
        self.answer(4, 4, count=2)
        self.assertTrue(self.interest.is_in_force)
        self.assertEqual(self.sequences(), [4])

    def test_the_answer_that_comes_again_after_a_restart_brings_what_is_new(self):
        self.answer(4, count=1)
        self.take(message(5))
        self.answer(count=0)
        self.answer(5, count=1)
        self.take(message(0, publisher=2, flags=LAST_VALUE, nonce=self.interest.nonce))
        self.assertEqual([(got.message.publisher, got.message.sequence) for got in self.got], [(1, 4), (1, 5), (2, 0)])

    def test_nothing_older_comes_after_a_last_value_that_is_newer(self):
        other = Interest("fix/gps|", lambda received: others.append(received.message.sequence))
        others = []
        self.inbox.add(other)
        self.take(message(2))
        self.answer(5, count=1)
        self.take(message(3), message(6))
        self.assertEqual([(got.message.sequence, got.lost) for got in self.got], [(2, 0), (5, 2), (6, 0)])
        self.assertEqual(others, [2, 5, 6], "the live message was lost to all of the socket")
        self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 2)])

    def test_a_last_value_does_not_come_twice_because_another_publisher_came_after_it(self):
        self.take(message(4, publisher=1), message(0, publisher=2))
        nonce = self.interest.nonce
        for sequence in 4, 5:
            self.take(message(sequence, publisher=1, flags=LAST_VALUE, nonce=nonce))
        self.take(message(0, "fix/", b'{"count": 2}', 9, END, nonce))
        self.assertEqual([(got.message.publisher, got.message.sequence) for got in self.got], [(1, 4), (2, 0), (1, 5)])

    def test_the_value_of_a_lost_tail_is_asked_for_again(self):
        self.answer(0, count=1)
        first = self.interest.nonce
        self.take(message(0, "status/bus", b'{"topics": {"fix/gps": {"publisher": 1, "sequence": 2}}}', 9))
        self.assertNotEqual(self.interest.nonce, first)
        self.answer(2, count=1)
        self.take(message(3))
        self.assertEqual([(got.message.sequence, got.lost) for got in self.got], [(0, 0), (2, 0), (3, 2)])

    def test_a_gap_is_told_with_the_message_after_it_and_a_repeat_is_dropped(self):
        self.take(message(0), message(3), message(3), message(1), message(4))
        self.assertEqual([(got.message.sequence, got.lost) for got in self.got], [(0, 0), (3, 2), (4, 0)])
        self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 2)])

    def test_the_status_of_the_bus_shows_a_lost_tail(self):
        self.take(message(0))
        newest = {"fix/gps": {"publisher": 1, "sequence": 2}, "fix/other": {"publisher": 1, "sequence": 7}}
        self.take(message(0, "status/bus", json.dumps({"topics": newest}).encode(), 9))
        self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 2)])
        self.take(message(3))
        self.assertEqual(self.got[-1].lost, 2)
        for sequence, odd in enumerate((b"[]", b"{", b'{"topics": 1}', b'{"topics": {"fix/gps": {}}}'), 1):
            self.take(message(sequence, "status/bus", odd, 9))
        self.assertEqual(self.inbox.loss.total, 2)

    def test_the_status_of_the_bus_shows_a_lost_beginning_and_the_end_of_who_published_before(self):
        self.take(message(0))
        self.answer(0, count=1)
        self.take(message(4, "status/bus", b'{"topics": {}}', 9))
        former = '{"publisher": 1, "sequence": 2, "first": 0, "began": 4}'
        place = '{"publisher": 2, "sequence": 6, "first": 3, "began": %d, "formers": [' + former + "]}"
        self.take(message(5, "status/bus", ('{"topics": {"fix/gps": ' + place % 4 + "}}").encode(), 9))
        self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 2)], "it may have begun before")
        self.take(message(6, "status/bus", ('{"topics": {"fix/gps": ' + place % 5 + "}}").encode(), 9))
        self.assertEqual(self.inbox.loss.losses, [Loss("fix/gps", 1, 2), Loss("fix/gps", 2, 4)])

    def test_bytes_that_are_no_message_are_counted(self):
        for data in b"", b"fix/gps", b"fix/gps|short", b"~x/fix/gps|" + bytes(32):
            self.inbox.take(data, 0.0)
        self.assertEqual((self.inbox.unreadable, self.inbox.received, self.got), (4, 4, []))

    def test_who_asks_for_no_last_values_is_in_force_when_the_end_comes(self):
        plain = Interest("pin/", self.got.append, last_values=False)
        self.inbox.add(plain)
        self.assertIn(f"~{plain.nonce}/!".encode(), self.subscribed)
        self.take(message(0, "!", b'{"count": 0}', 9, END, plain.nonce))
        self.assertTrue(plain.is_in_force)


class BufferTests(unittest.TestCase):
    def fill(self, buffer):
        for at, topic in enumerate("abab"):
            buffer.add(Received(message(at, f"fix/{topic}"), 0, 0.0))
        return [(got.message.sequence, got.lost) for got in iter(buffer.take, None)]

    def test_beyond_the_limit_the_oldest_is_given_up_and_told_of(self):
        buffer = Buffer(2)
        self.assertEqual(self.fill(buffer), [(2, 1), (3, 1)])
        self.assertEqual(buffer.overflowed, 2)

    def test_the_newest_of_each_topic_takes_the_place_of_the_one_before(self):
        buffer = Buffer(newest_only=True)
        self.assertEqual(self.fill(buffer), [(2, 0), (3, 0)])
        self.assertEqual(buffer.overflowed, 0)
