"""Where a socket's connection stands."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import zmq
from zmq.utils.monitor import recv_monitor_message

_LOG = logging.getLogger("binnacle")
_REFUSALS = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
)
_EVENTS = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | _REFUSALS


class Connection:
    """Follows the connection of a socket. It belongs to the thread that uses the socket."""

    def __init__(self, socket: zmq.Socket[bytes], endpoint: str) -> None:
        self.monitor = socket.get_monitor_socket(_EVENTS)
        self.is_up = False
        self._endpoint = endpoint
        self._has_complained = False

    def changes(self) -> Iterator[bool]:
        """Whether it came up or went down, for each change since it was last asked."""
        while self.monitor.poll(0):
            event = recv_monitor_message(self.monitor)["event"]
            if event & _REFUSALS:
                if not self._has_complained:
                    # Once: ZeroMQ tries again several times a second.
                    _LOG.error("the bus at %s does not let us in: check the key in BINNACLE_KEY", self._endpoint)
                self._has_complained = True
            else:
                self.is_up = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
                self._has_complained = self._has_complained and not self.is_up
                yield self.is_up
