"""A client of a Binnacle bus: subscribe, publish, ask and answer, with pyzmq alone.

    import binnacle

    with binnacle.Node("phone") as node:
        fixes = node.publisher("fix")
        fixes.publish({"time": 1700000000.5, "latitude": 54.5, "longitude": 10.25})
        for received in node.subscribe("fix/fusion"):
            print(received.topic, received.value)

``binnacle.aio`` has the same for asyncio.
"""

from .address import BusAddress
from .buffer import Buffer
from .inbox import Received
from .keys import Keys
from .loss import Loss
from .message import Message, WireError
from .node import Node
from .publisher import Publisher
from .requests import RequestError
from .subscription import Subscription

__all__ = [
    "Buffer", "BusAddress", "Keys", "Loss", "Message", "Node", "Publisher", "Received", "RequestError", "Subscription",
    "WireError",
]
