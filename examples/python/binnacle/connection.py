"""Where a socket's connection stands."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import zmq
from zmq.utils.monitor import recv_monitor_message

from .keys import Keys

_LOG = logging.getLogger("binnacle")
_REFUSALS = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
)
# A bus that is just ending cuts a greeting off too; one that does so again and again does not want us.
_CUT_OFF = 3
_EVENTS = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | _REFUSALS


class Connection:
    """Follows the connection of a socket. It belongs to the thread that uses the socket."""

    def __init__(self, socket: zmq.Socket[bytes], endpoint: str, keys: Keys | None) -> None:
        self.monitor = socket.get_monitor_socket(_EVENTS)
        self.is_up = False
        self._endpoint = endpoint
        self._keys = keys
        self._failures = 0
        self._has_complained = False

    def changes(self) -> Iterator[bool]:
        """Whether it came up or went down, for each change since it was last asked."""
        while self.monitor.poll(0):
            event = recv_monitor_message(self.monitor)["event"]
            if event & _REFUSALS:
                self._complain(event)
            else:
                self.is_up = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
                if self.is_up:
                    self._failures, self._has_complained = 0, False
                yield self.is_up

    def _complain(self, event: int) -> None:
        self._failures += 1
        if event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL and self._failures < _CUT_OFF:
            return
        # Once: ZeroMQ tries again several times a second.
        if not self._has_complained:
            _LOG.error("%s", refusal(event, self._endpoint, self._keys))
        self._has_complained = True


def refusal(event: int, endpoint: str, keys: Keys | None) -> str:
    """Why an endpoint does not let us in, in words."""
    file = keys and (keys.path or "the key file")
    if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH and keys:
        return f"the bus at {endpoint} does not let the key in {file} in: it is unknown there, or has been revoked"
    if event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL and keys:
        return (
            f"the bus at {endpoint} ends the connection at once: its key is not the one in {file}, or it asks for no "
            "key, or it is no bus"
        )
    if keys:
        return f"the bus at {endpoint} asks for no key, or its key is not the one in {file}"
    if event == zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL:
        return f"what is at {endpoint} ends the connection at once: it lets in who has a key alone, or it is no bus"
    return f"the bus at {endpoint} lets in who has a key alone: set BINNACLE_KEY to a file of 'binnacle keys new'"
