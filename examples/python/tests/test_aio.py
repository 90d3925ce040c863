import asyncio

from binnacle import RequestError, aio

from .support import BusTestCase


class AsyncioTests(BusTestCase):
    def run_with_nodes(self, body):
        async def main():
            async with aio.Node("phone", self.address) as phone, aio.Node("reader", self.address) as reader:
                await asyncio.wait_for(body(phone, reader), 30)

        asyncio.run(main())

    def test_messages_come_in_order_the_last_value_first(self):
        async def body(phone, reader):
            fixes = phone.publisher("fix")
            before = phone.subscribe("fix")
            await before.wait_in_force()
            fixes.publish(0)
            self.assertEqual((await anext(before)).value, 0)
            subscribed = reader.subscribe("fix/phone")
            await subscribed.wait_in_force()
            for at in range(1, 100):
                fixes.publish(at)
            values = []
            async for received in subscribed:
                values.append(received.value)
                if received.value == 99:
                    break
            self.assertEqual(values, list(range(100)))
            self.assertEqual((subscribed.overflowed, reader.losses), (0, []))

        self.run_with_nodes(body)

    def test_a_coroutine_answers_and_its_errors_go_to_the_caller(self):
        async def body(phone, reader):
            @phone.answer("double")
            async def double(body):
                await asyncio.sleep(0)
                if "a" not in body:
                    raise RequestError("no-number", "give a")
                return body["a"] * 2

            await phone.wait_welcome()
            self.assertEqual(await reader.request("phone/double", {"a": 4}), 8)
            with self.assertRaises(RequestError) as caught:
                await reader.request("phone/double")
            self.assertEqual(caught.exception.code, "no-number")

        self.run_with_nodes(body)

    def test_who_gives_up_waiting_for_an_answer_does_no_harm(self):
        async def body(phone, reader):
            never = asyncio.Event()

            @phone.answer("wait")
            async def wait(body):
                await never.wait()

            await phone.wait_welcome()
            task = asyncio.create_task(reader.request("phone/wait"))
            await asyncio.sleep(0)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            never.set()
            self.assertEqual(await reader.request("phone/ping"), {})

        self.run_with_nodes(body)

    def test_a_subscription_ends_with_its_node(self):
        async def main():
            node = aio.Node("phone", self.address)
            subscribed = node.subscribe("fix")
            await subscribed.wait_in_force()
            reader = asyncio.create_task(self.count(subscribed))
            await node.close()
            self.assertEqual(await asyncio.wait_for(reader, 10), 0)

        asyncio.run(main())

    async def count(self, subscribed):
        return len([received async for received in subscribed])
