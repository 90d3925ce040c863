"""Why a bus does not let a node in, in words. Pure."""

from __future__ import annotations

import errno
from dataclasses import dataclass

import zmq

from .address import BusAddress
from .keys import Keys

# The numbers of libzmq, which older versions of pyzmq do not name.
_KEY_EXCHANGE, _CRYPTOGRAPHIC, _MECHANISM_MISMATCH = 0x10000003, 0x11000001, 0x11000002


@dataclass(frozen=True)
class Refusal:
    """What came of a handshake that failed, and what to do."""

    message: str
    #: Whether it stands until the program is started again; else it is tried again.
    is_final: bool
    #: Whether the key was not let in; of the SUB alone: it may not read.
    is_of_key: bool = False

    @classmethod
    def of(cls, event: int, value: int, address: BusAddress, keys: Keys | None) -> Refusal:
        """Reads an event of a socket's monitor, ``ZMQ_EVENT_HANDSHAKE_FAILED_…``, and its value."""
        needs_key = (
            f"the bus at {address} lets in who has a key alone; set BINNACLE_KEY to the file that 'binnacle keys new' has "
            "made at the bus"
        )
        if event == zmq.EVENT_HANDSHAKE_FAILED_AUTH:
            if not keys:
                return cls(needs_key, True, True)
            return cls(
                f"the bus at {address} does not let {keys.title} in ({keys.file}): it is unknown there, or has been "
                "revoked; see 'binnacle keys list' at the bus",
                True,
                True,
            )
        if event == zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL:
            if value == _MECHANISM_MISMATCH:
                needless = keys and (
                    f"the bus at {address} asks for no key, but was given {keys.file}; unset BINNACLE_KEY, or take the "
                    "address of the bus that asks for keys"
                )
                return cls(needless or needs_key, True)
            if value in (_KEY_EXCHANGE, _CRYPTOGRAPHIC):
                return cls(_cut_off(address, keys), True)
            return cls(f"what is at {address} does not speak ZMTP: it is no bus", True)
        # The time that is up leaves whatever number there was before.
        if value in (errno.EPIPE, errno.ECONNRESET):
            return cls(_cut_off(address, keys), False)
        return cls(
            f"what listens at {address} does not answer as a bus: it is held up or stopped, or another program", False
        )


def may_not_read(keys: Keys | None) -> str:
    """What is said of subscriptions that the bus does not let in."""
    return f"{keys.title if keys else 'the node'} may not read: what is subscribed to does not come"


def _cut_off(address: BusAddress, keys: Keys | None) -> str:
    if keys:
        return (
            f"the bus at {address} ends the connection at once: the key of the bus in {keys.file} is not its own, or it "
            "asks for no key, or it is no bus; get a new file from the bus"
        )
    return (
        f"what is at {address} ends the connection at once: it lets in who has a key alone (BINNACLE_KEY), or it is no bus"
    )
