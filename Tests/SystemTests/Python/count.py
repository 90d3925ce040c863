"""A reader that prints the numbers of the first thirty messages, and ends."""

import binnacle

with binnacle.Node() as node:
    subscription = node.subscribe("burst/", last_values=False)
    received = [subscription.get(10) for _ in range(30)]
    print(*(one.value["number"] for one in received if one), flush=True)
