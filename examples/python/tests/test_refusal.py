import errno
import unittest

import zmq

from binnacle import BusAddress, Keys
from binnacle.refusal import Refusal, may_not_read

_ADDRESS = BusAddress.parse("tcp://boat:7750")
_KEYS = Keys("p" * 40, "s" * 40, "b" * 40, "phone.key", "phone")
_AUTH, _PROTOCOL, _SILENT = (
    zmq.EVENT_HANDSHAKE_FAILED_AUTH, zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL, zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
)


class RefusalTests(unittest.TestCase):
    def test_each_is_told_as_the_protocol_has_it_and_whether_it_is_tried_again(self):
        for event, value, keys, words, is_final in (
            (_AUTH, 400, _KEYS, "tcp://boat:7750 does not let the key 'phone' in (phone.key): it is unknown there", True),
            (_AUTH, 400, None, "lets in who has a key alone; set BINNACLE_KEY", True),
            (_PROTOCOL, 0x11000002, None, "lets in who has a key alone; set BINNACLE_KEY", True),
            (_PROTOCOL, 0x11000002, _KEYS, "asks for no key, but was given phone.key; unset BINNACLE_KEY", True),
            (_PROTOCOL, 0x11000001, _KEYS, "the key of the bus in phone.key is not its own", True),
            (_PROTOCOL, 0x10000003, _KEYS, "the key of the bus in phone.key is not its own", True),
            (_PROTOCOL, 0x10000002, _KEYS, "does not speak ZMTP: it is no bus", True),
            (_SILENT, errno.EPIPE, _KEYS, "the key of the bus in phone.key is not its own", False),
            (_SILENT, errno.ECONNRESET, None, "ends the connection at once: it lets in who has a key alone", False),
            (_SILENT, errno.EAGAIN, None, "does not answer as a bus: it is held up or stopped", False),
        ):
            with self.subTest(words):
                refusal = Refusal.of(event, value, _ADDRESS, keys)
                self.assertIn(words, refusal.message)
                self.assertEqual((refusal.is_final, refusal.is_of_key), (is_final, event == _AUTH))

    def test_who_may_not_read_is_named(self):
        self.assertEqual(may_not_read(_KEYS), "the key 'phone' may not read: what is subscribed to does not come")
