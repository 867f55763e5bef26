import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Progress:
    """Prints the steps of an import and their durations."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._began = time.monotonic()

    def say(self, text: str) -> None:
        self._write(f"[{time.monotonic() - self._began:6.1f} s] {text}")

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        """Print the start and the end of a step."""
        self.say(f"{title} ...")
        began = time.monotonic()
        yield
        self.say(f"{title}: done in {time.monotonic() - began:.1f} s")
