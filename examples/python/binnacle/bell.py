"""What wakes a thread that waits for sockets."""

from __future__ import annotations

import os
import threading


class Bell:
    """A descriptor that is readable after a ring, until it is answered."""

    def __init__(self) -> None:
        self.descriptor, self._writer = os.pipe()
        os.set_blocking(self.descriptor, False)
        self._lock = threading.Lock()
        self._has_rung = self._is_closed = False

    def ring(self) -> None:
        """Rings, from any thread; nothing happens when it rings already, or has been closed."""
        with self._lock:
            if not self._has_rung and not self._is_closed:
                self._has_rung = True
                os.write(self._writer, b"!")

    def answer(self) -> None:
        """Lets it be silent again."""
        with self._lock:
            if self._has_rung:
                self._has_rung = False
                os.read(self.descriptor, 1)

    def close(self) -> None:
        """Gives the descriptors back."""
        with self._lock:
            self._is_closed = True
            os.close(self.descriptor)
            os.close(self._writer)
