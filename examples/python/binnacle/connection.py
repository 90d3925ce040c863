"""Where a socket's connection stands."""

from __future__ import annotations

from collections.abc import Iterator

import zmq
from zmq.utils.monitor import recv_monitor_message

from .address import BusAddress
from .keys import Keys
from .refusal import Refusal

_REFUSALS = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL
)
# A bus that is just ending cuts a greeting off too; one that does so again and again does not want us.
_CUT_OFF = 3
_EVENTS = zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED | _REFUSALS


class Connection:
    """Follows the connection of a socket. It belongs to the thread that uses the socket."""

    def __init__(self, socket: zmq.Socket[bytes], address: BusAddress, keys: Keys | None) -> None:
        self._socket = socket
        self.monitor = socket.get_monitor_socket(_EVENTS)
        self.is_up = False
        #: Why the bus does not let the socket in, since that is for sure.
        self.refusal: Refusal | None = None
        self._address = address
        self._keys = keys
        self._failures = 0

    def changes(self) -> Iterator[bool | Refusal]:
        """Whether it came up or went down, or why it cannot, for each change since it was last asked."""
        while self.monitor.poll(0):
            told = recv_monitor_message(self.monitor)
            event = told["event"]
            if event & _REFUSALS:
                refusal = Refusal.of(event, told["value"], self._address, self._keys)
                self._failures += 1
                # Once: ZeroMQ tries again several times a second. One that is cut off may be told more the next time.
                known = self.refusal
                if refusal.is_final or (not known and self._failures >= _CUT_OFF):
                    self.refusal = refusal
                    if refusal != known:
                        yield refusal
            else:
                self.is_up = event == zmq.EVENT_HANDSHAKE_SUCCEEDED
                if self.is_up:
                    self._failures, self.refusal = 0, None
                yield self.is_up

    def close(self) -> None:
        """Follows it no longer."""
        self._socket.disable_monitor()
        self.monitor.close()
