"""What others send that cannot be read, and what becomes of a node that cannot go on."""

import asyncio
import json
import struct
import threading
import time

import zmq

from binnacle import BusAddress, Node, Publisher, RequestError, aio

from .support import BusTestCase
from .test_jsontext import MALFORMED


def ended_by(call):
    """The error of a call that is to raise one, or what it returned."""
    try:
        return call()
    except RequestError as error:
        return error


class FaultTestCase(BusTestCase):
    def node(self, name, **choices):
        node = Node(name, self.address, **choices)
        self.addCleanup(node.close)
        return node

    def push(self, *messages):
        """Publishes payloads as a foreign publisher: topic and payload."""
        push = self.bare(zmq.PUSH, BusAddress.parse(self.address).publish)
        for sequence, (topic, payload) in enumerate(messages):
            push.send(topic.encode() + b"|" + struct.pack("<QQqIHBB", 77, sequence, 0, 0, 32, 1, 0) + payload)

    def ask(self, method, body):
        """Asks with a body of whatever bytes."""
        request = self.bare(zmq.REQ, BusAddress.parse(self.address).request)
        request.send_multipart([method, body])
        self.assertTrue(request.poll(10_000), "no answer has come")
        return json.loads(request.recv())

    def in_thread(self, call):
        """Calls on a thread, and returns what waits for what comes of it."""
        outcome = []
        thread = threading.Thread(target=lambda: outcome.append(ended_by(call)))
        thread.start()

        def wait():
            thread.join(10)
            self.assertEqual(len(outcome), 1, "it waits for ever")
            return outcome[0]

        return wait


class UnreadableTests(FaultTestCase):
    def test_a_body_that_is_no_object_is_a_bad_request_and_the_node_goes_on(self):
        node, caller = self.node("phone"), self.node("caller")

        @node.answer("echo")
        def echo(body):
            return body

        self.assertTrue(node.wait_welcome(10))
        for body in (*(data for data in MALFORMED if data), b"[]", b'"x"', b"1", b"null", b"true"):
            for method in b"phone/echo", b"phone/received":
                with self.subTest(method=method, body=body[:20]):
                    self.assertEqual(self.ask(method, body)["error"]["code"], "bad-request")
        for body in b'{"topics": "fix/a"}', b'{"topics": [[]]}', b'{"topics": [], "publisher": {}}', b"":
            self.assertEqual(self.ask(b"phone/received", body)["error"]["code"], "bad-request")
        self.assertEqual(self.ask(b"phone/echo", b""), {"result": {}})
        self.assertEqual(caller.request("phone/echo", {"a": ["ä", 1.5]}), {"a": ["ä", 1.5]})

    def test_a_body_that_cannot_be_sent_is_told_to_who_asks(self):
        node = self.node("phone")
        deep = []
        for _ in range(100_000):
            deep = [deep]
        for body, words in (
            ([1], "the body is an array, not an object"), ("x", "a text"), (3, "a number"),
            ({"a": {"b": float("nan")}}, "a.b: nan is no number"), ({"a": deep}, "nested too deep"),
            ({"a": {1j: 2}}, "the key 1j"), ({"a": "\ud800"}, "half of a surrogate pair"),
        ):
            with self.subTest(words), self.assertRaises(RequestError) as caught:
                node.request("bus/ping", body)
            self.assertEqual(caught.exception.code, "bad-request")
            self.assertIn(words, caught.exception.message)
        with self.assertRaises(RequestError):
            node.request("bus/\ud800")
        for timeout in None, "5", float("nan"):
            with self.subTest(timeout), self.assertRaises((TypeError, ValueError)):
                node.request("bus/ping", timeout=timeout)
        self.assertEqual(node.request("bus/ping", timeout=float("inf"))["version"], 1)

    def test_an_answer_that_cannot_be_read_is_an_error_and_the_caller_goes_on(self):
        caller = self.node("caller")
        odd = self.bare(zmq.DEALER, BusAddress.parse(self.address).request)
        hello = {"name": "odd", "pid": 1, "version": 1, "answers": ["a"]}
        odd.send_multipart([b"", b"bus/hello", json.dumps(hello).encode()])
        odd.recv_multipart()
        deep = b'{"result": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"
        for data in deep, b'{"result": NaN}', b'{"result": 1e999}', b"[]", b'{"error": {"code": [], "message": {}}}', b"\xff":
            with self.subTest(data[:20]):
                asked = self.in_thread(lambda: caller.request("odd/a", timeout=10))
                while len(parts := odd.recv_multipart()) != 4:
                    continue
                odd.send_multipart([b"", parts[1], data])
                self.assertEqual(asked().code, "bad-request")
        self.assertEqual(caller.request("bus/ping")["version"], 1)

    def test_a_clock_that_cannot_be_read_is_passed_over(self):
        node = self.node("phone")
        node.now()
        subscribed = node.subscribe("clock")
        self.assertTrue(subscribed.wait_in_force(10))
        odd = [b"[]", b'"x"', b"{}", b'{"time": "5"}', b'{"time": true}', b'{"time": 5, "rate": []}', b'{"time": null}']
        payloads = [data for data in MALFORMED if data] + odd + [b'{"time": 1000.5, "rate": null}']
        self.push(*(("clock/h", payload) for payload in payloads))
        for _ in payloads:
            self.assertIsNotNone(subscribed.get(10))
        self.assertEqual(node.now(), 1000.5)

    def test_a_payload_that_cannot_be_read_is_a_value_error_and_the_next_one_comes(self):
        subscribed = self.node("reader").subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        payloads = [data for data in MALFORMED if data]
        self.push(*(("fix/odd", payload) for payload in payloads), ("fix/odd", b'{"time": 1}'))
        for payload in payloads:
            with self.subTest(payload[:20]), self.assertRaisesRegex(ValueError, "^the payload of fix/odd cannot be read"):
                subscribed.get(10).value
        self.assertEqual(subscribed.get(10).value, {"time": 1})


class OwnFaultTests(FaultTestCase):
    def test_what_cannot_be_published_is_told_and_the_node_goes_on(self):
        node = self.node("phone")
        fixes, subscribed = node.publisher("fix"), node.subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        with self.assertRaisesRegex(ValueError, "^fix/phone: course: nan is no number of JSON"):
            fixes.publish({"time": 1, "course": float("nan")})
        with self.assertRaisesRegex(TypeError, "^fix/phone: a: JSON has no form for a value of the type object"):
            fixes.publish({"a": object()})
        with self.assertRaisesRegex(ValueError, "bytes, and the bus takes"):
            fixes.publish(bytes(16 << 20))
        for state, note in ("gone", None), ("ready", b"x"), ("ready", "\ud800"):
            with self.assertRaises(ValueError):
                node.change_state(state, note)
        for name in "a/b", "", "a b", "a" * 256:
            with self.assertRaises(ValueError):
                node.answer(name)(lambda body: None)
        fixes.publish({"time": 2})
        self.assertEqual(subscribed.get(10).value, {"time": 2})

    def test_a_method_that_fails_on_the_thread_of_the_node_is_told_to_the_caller(self):
        node = self.node("phone")
        node.answer_later("fail", lambda body, reply: body["a"])
        node.answer_later("odd", lambda body, reply: reply(None))
        node.answer_later("large", lambda body, reply: reply(bytes(17 << 20)))

        @node.answer("exit")
        def leave(body):
            raise SystemExit("\ud800")

        self.assertTrue(node.wait_welcome(10))
        with self.assertLogs("binnacle", "ERROR") as log:
            for method in "fail", "odd", "large", "exit":
                with self.subTest(method), self.assertRaises(RequestError) as caught:
                    node.request(f"phone/{method}")
                self.assertEqual(caught.exception.code, "failed", caught.exception)
        self.assertIn("KeyError", log.output[0])
        self.assertEqual(node.request("phone/ping"), {})

    def test_parameters_that_json_has_no_form_for_are_left_out_of_the_status(self):
        node = self.node("phone")
        states = node.subscribe("status/phone")
        node.parameters["rate"] = 5
        while (status := states.get(10).value).get("parameters") != {"rate": 5}:
            continue
        with self.assertLogs("binnacle", "WARNING") as log:
            node.parameters["rate"] = float("inf")
            while "parameters" in (status := states.get(10).value):
                continue
        self.assertEqual(status["state"], "ready")
        self.assertIn("status/phone: parameters.rate: inf is no number", log.output[0])

    def test_a_fault_of_its_own_keeps_nobody_waiting(self):
        node = self.node("phone")
        node.answer_later("wait", lambda body, reply: None)
        self.assertTrue(node.wait_welcome(10))
        fixes, subscribed, other = node.publisher("fix"), node.subscribe("fix"), node.subscribe("pin")
        self.assertTrue(subscribed.wait_in_force(10))
        answer = node.request_later("phone/wait", timeout=600)
        reading, waiting = self.in_thread(lambda: list(subscribed)), self.in_thread(lambda: other.get())
        with self.assertLogs("binnacle", "CRITICAL") as log:
            node.engine.perform(lambda: 1 / 0)
            for error in (answer.exception(10), reading(), waiting()):
                self.assertEqual(error.code, "failed")
                self.assertIn("ZeroDivisionError", error.message)
                self.assertIsInstance(error.__cause__, ZeroDivisionError)
        self.assertEqual(len(log.output), 1)
        self.assertIn("Traceback", log.output[0])
        for call in (
            lambda: fixes.publish(1), fixes.erase, lambda: node.subscribe("fix"), lambda: node.request("bus/ping"),
            lambda: node.answer("a")(print), lambda: node.change_state("ready"), node.wait_welcome, node.flush,
            other.wait_in_force, node.now, lambda: next(other),
        ):
            error = ended_by(call)
            self.assertEqual(getattr(error, "code", None), "failed", error)
        node.close()

    def test_a_fault_of_its_own_keeps_no_coroutine_waiting(self):
        async def main():
            async with aio.Node("phone", self.address) as node:
                await node.wait_welcome(10)
                subscribed, other = node.subscribe("fix"), node.subscribe("pin")

                @node.answer("wait")
                async def wait(body):
                    await asyncio.sleep(600)

                async def read():
                    return [received async for received in subscribed]

                await subscribed.wait_in_force()
                tasks = [asyncio.create_task(read()), asyncio.create_task(anext(other))]
                tasks.append(asyncio.create_task(node.request("phone/wait", timeout=600)))
                await asyncio.sleep(0.2)
                with self.assertLogs("binnacle", "CRITICAL"):
                    node._node.engine.perform(lambda: 1 / 0)
                    errors = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 10)
                self.assertEqual([error.code for error in errors], ["failed"] * 3)
                for call in (lambda: node.request("bus/ping"), node.wait_welcome, other.wait_in_force):
                    with self.assertRaises(RequestError):
                        await asyncio.wait_for(call(), 10)
                with self.assertRaises(RequestError):
                    node.subscribe("fix")

        asyncio.run(main())

    def test_a_name_that_another_has_ends_the_node_and_whoever_waits_is_told(self):
        self.assertTrue(self.node("phone").wait_welcome(10))
        with self.assertLogs("binnacle", "ERROR") as log:
            second = self.node("phone")
            error = self.in_thread(lambda: list(second.subscribe("fix")))()
            self.assertEqual(error.code, "refused")
            self.assertIn("phone", error.message)
            for call in (
                lambda: second.subscribe("fix"), lambda: second.publisher("fix").publish({}), second.wait_welcome,
                lambda: second.request("bus/ping"),
            ):
                self.assertEqual(getattr(ended_by(call), "code", None), "refused")
        self.assertEqual(len(log.output), 1, log.output)

        async def main():
            async with aio.Node("phone", self.address) as third:
                with self.assertRaises(RequestError) as caught:
                    await asyncio.wait_for(anext(third.subscribe("fix")), 10)
                self.assertEqual(caught.exception.code, "refused")

        with self.assertLogs("binnacle", "ERROR"):
            asyncio.run(main())

    def test_who_waits_is_told_when_the_bus_will_not_have_the_node_any_more(self):
        node = self.node("phone")
        self.assertTrue(node.wait_welcome(10) and self.node("other").wait_welcome(10))
        subscribed = node.subscribe("fix/none")
        self.assertTrue(subscribed.wait_in_force(10))
        node.answer_later("wait", lambda body, reply: None)
        answer, reading = node.request_later("phone/wait", timeout=600), self.in_thread(lambda: list(subscribed))
        with self.assertLogs("binnacle", "ERROR") as log:
            # A topic of another's, which the next hello tells the bus of.
            Publisher("fix/other", False, node.engine, node._outbox).publish({})
            for error in answer.exception(10), reading():
                self.assertEqual(error.code, "refused")
                self.assertIn("fix/other", error.message)
        self.assertEqual(len(log.output), 1, log.output)

    def test_nobody_waits_for_a_node_that_has_been_closed(self):
        node = self.node("phone")
        subscribed = node.subscribe("fix")
        self.assertTrue(subscribed.wait_in_force(10))
        self.end_bus()
        late = node.subscribe("pin")
        waits = [self.in_thread(lambda: list(subscribed)), self.in_thread(late.wait_in_force)]
        waits.append(self.in_thread(lambda: self.node("other").wait_welcome(0.1)))
        time.sleep(0.1)
        node.close()
        self.assertEqual([wait() for wait in waits], [[], False, False])
        self.assertFalse(node.wait_welcome())
        with self.assertRaises(RequestError) as caught:
            node.subscribe("fix")
        self.assertEqual(caught.exception.code, "refused")
        self.start_bus()
