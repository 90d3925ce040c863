import signal
import struct
import threading

import zmq

from binnacle import BusAddress, Node, RequestError

from .support import BusTestCase


class NodeTests(BusTestCase):
    def node(self, name, **choices):
        node = Node(name, self.address, **choices)
        self.addCleanup(node.close)
        return node

    def test_a_late_subscriber_gets_the_last_value_and_then_every_live_message(self):
        node = self.node("phone")
        early, fixes = node.subscribe("fix"), node.publisher("fix")
        self.assertTrue(early.wait_in_force(10))
        for at in range(3):
            fixes.publish({"time": at})
        self.assertEqual([early.get(10).value["time"] for _ in range(3)], [0, 1, 2])
        subscribed = self.node("reader").subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        for at in range(3, 200):
            fixes.publish({"time": at})
        times = [subscribed.get(10).value["time"] for _ in range(198)]
        self.assertEqual(times, list(range(2, 200)))

    def test_an_erased_topic_has_no_value_and_is_not_kept(self):
        node = self.node("phone")
        subscribed = node.subscribe("pin")
        self.assertTrue(subscribed.wait_in_force(10))
        pin = node.publisher("pin", "p1")
        pin.publish({"id": "p1"})
        pin.erase()
        self.assertEqual([subscribed.get(10).value, subscribed.get(10).value], [{"id": "p1"}, None])
        self.assertEqual(node.request("bus/last", {"prefix": "pin/"}), {"messages": []})

    def test_what_a_foreign_publisher_loses_is_reported_by_publisher_and_topic(self):
        subscribed = self.node("reader").subscribe("fix/odd")
        self.assertTrue(subscribed.wait_in_force(10))
        push = self.bare(zmq.PUSH, BusAddress.parse(self.address).publish)
        for sequence in 0, 4, 4, 5:
            push.send(b"fix/odd|" + struct.pack("<QQqIHBB", 77, sequence, 0, 0, 32, 1, 0) + b"{}")
        got = [subscribed.get(10) for _ in range(3)]
        self.assertEqual([(one.message.sequence, one.lost) for one in got], [(0, 0), (4, 3), (5, 0)])

    def test_a_slow_reader_gets_the_newest_and_is_told_how_many_it_missed(self):
        node = self.node("phone")
        slow, newest = node.subscribe("fix", limit=2), node.subscribe("fix", newest_only=True)
        quick = node.subscribe("fix")
        self.assertTrue(slow.wait_in_force(10) and newest.wait_in_force(10) and quick.wait_in_force(10))
        fixes = node.publisher("fix")
        for at in range(10):
            fixes.publish(at)
        self.assertEqual([quick.get(10).value for _ in range(10)], list(range(10)))
        first = slow.get(10)
        self.assertEqual((first.value, first.lost, slow.get(10).value, slow.overflowed), (8, 8, 9, 8))
        self.assertEqual((newest.get(10).value, newest.get(0)), (9, None))

    def test_a_request_is_answered_or_says_why_not(self):
        node, caller = self.node("phone"), self.node("caller")

        @node.answer("add")
        def add(body):
            return body["a"] + body["b"]

        self.assertTrue(node.wait_welcome(10))
        self.assertEqual(caller.request("phone/ping"), {})
        self.assertEqual(caller.request("phone/add", {"a": 1, "b": 2}), 3)
        for method, body, code in (
            ("phone/add", {}, "failed"), ("phone/take", {}, "unknown-method"), ("ghost/add", {}, "unknown-node"),
            ("bus/listeners", {"topics": 1}, "bad-request"), ("phone/add", {"a": float("nan")}, "bad-request"),
        ):
            with self.subTest(method), self.assertRaises(RequestError) as caught:
                caller.request(method, body)
            self.assertEqual(caught.exception.code, code, caught.exception.message)

    def test_an_answer_that_does_not_come_is_a_timeout(self):
        node, caller = self.node("phone"), self.node("caller")
        node.answer_later("wait", lambda body, reply: None)
        self.assertTrue(node.wait_welcome(10))
        with self.assertRaises(RequestError) as caught:
            caller.request("phone/wait", timeout=0.2)
        self.assertEqual(caught.exception.code, "timeout")

    def test_a_node_is_listed_with_what_it_does_and_is_gone_when_it_is_closed(self):
        observer, node = self.node("observer"), Node("phone", self.address)
        self.addCleanup(node.close)
        node.answer("calibrate")(lambda body: None)
        node.publisher("fix").publish({})
        subscribed = node.subscribe("imu/fast")
        states = observer.subscribe("status/phone")
        self.assertTrue(subscribed.wait_in_force(10) and node.wait_welcome(10))
        while (status := states.get(10).value)["state"] != "ready":
            continue
        self.assertGreaterEqual(status["published"], 1)
        (listed,) = (one for one in observer.request("bus/nodes")["nodes"] if one["name"] == "phone")
        self.assertIn("fix/phone", listed["publishes"])
        self.assertEqual((listed["reads"], listed["answers"]), (["imu/fast|"], ["calibrate"]))
        node.close()
        while states.get(10).value["state"] != "gone":
            continue
        with self.assertRaises(RequestError) as caught:
            node.request("bus/ping")
        self.assertEqual(caught.exception.code, "refused")

    def test_who_asks_while_a_node_is_closing_is_told_so(self):
        for _ in range(20):
            node = self.node("phone")
            closing = threading.Thread(target=node.close)
            closing.start()
            answers = [node.request_later("bus/ping") for _ in range(50)]
            closing.join()
            for answer in answers:
                error = answer.exception(timeout=5)
                self.assertTrue(error is None or error.code == "refused", error)

    def test_a_name_that_another_has_is_refused(self):
        self.assertTrue(self.node("phone").wait_welcome(10))
        with self.assertLogs("binnacle", "ERROR"), self.assertRaises(RequestError) as caught:
            self.node("phone").wait_welcome(10)
        self.assertEqual(caught.exception.code, "refused")

    def test_received_says_how_far_a_node_has_come(self):
        node, reader = self.node("phone"), self.node("reader")
        subscribed = reader.subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10) and reader.wait_welcome(10))
        node.publisher("fix").publish({})
        sequence = subscribed.get(10).message
        answer = node.request("reader/received", {"topics": ["fix/phone", "fix/none"]})
        expected = {"publisher": sequence.publisher, "sequence": sequence.sequence}
        self.assertEqual(answer, {"topics": {"fix/phone": expected}})

    def test_after_the_bus_was_killed_the_newest_values_come_back_and_nothing_old_passes_for_live(self):
        node, reader = self.node("phone"), self.node("reader")
        fixes = node.publisher("fix")
        subscribed = reader.subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        fixes.publish({"at": 0})
        self.assertEqual(subscribed.get(10).value, {"at": 0})
        self.end_bus(signal.SIGKILL)
        for at in 1, 2, 3:
            fixes.publish({"at": at})
        self.start_bus()
        came = []
        while not came or came[-1].value["at"] < 3:
            came.append(subscribed.get(20))
        # Whether a message that was under way is lost or sent, none but the newest comes, and not as live.
        self.assertTrue(came[-1].is_last_value)
        fixes.publish({"at": 4})
        last = subscribed.get(10)
        self.assertEqual((last.value, last.is_last_value, last.lost), ({"at": 4}, False, 0))
        late = reader.subscribe("fix/phone")
        self.assertEqual(late.get(10).value, {"at": 4})
        self.assertTrue(node.wait_welcome(10))
        self.assertEqual(reader.request("phone/ping"), {})

    def test_what_was_asked_of_a_bus_that_was_killed_is_known_to_have_no_answer(self):
        node, reader = self.node("phone"), self.node("reader")
        asked = threading.Event()
        node.answer_later("wait", lambda body, reply: asked.set())
        self.assertTrue(node.wait_welcome(10))
        answer = reader.request_later("phone/wait", timeout=600)
        self.assertTrue(asked.wait(10))
        self.end_bus(signal.SIGKILL)
        error = answer.exception(timeout=60)
        self.assertIn("it may have been carried out", str(error))
        self.start_bus()

    def test_what_is_published_before_the_bus_is_there_arrives(self):
        self.end_bus()
        node = self.node("phone")
        for at in range(5):
            node.publisher("fix").publish(at)
        reader = self.node("reader")
        subscribed = reader.subscribe("fix")
        self.start_bus()
        times = [subscribed.get(20).value]
        while times[-1] < 4:
            times.append(subscribed.get(20).value)
        self.assertEqual(times, list(range(times[0], 5)))
        self.assertEqual(node.dropped, 0)


class NetworkTests(NodeTests):
    """The same over the loopback."""

    place = "tcp://127.0.0.1:*"
