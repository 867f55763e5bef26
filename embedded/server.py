"""Base of the embedded servers: a port, a child process and a readiness check."""

from __future__ import annotations

from abc import ABC, abstractmethod

from embedded.child import Child, wait_until
from embedded.errors import EmbeddedError, PortTaken
from embedded.ports import is_free


class Server(ABC):
    """A loopback server that can be started, stopped, killed and restarted on the same port."""

    title: str
    ready_seconds = 30.0
    # Advice shown when the port is taken.
    remedy = "start again: another free port is chosen."

    def __init__(self, *, port: int) -> None:
        self.port = port
        self._child: Child | None = None

    @property
    def child(self) -> Child:
        if self._child is None:
            self._child = self.make_child()
        return self._child

    @property
    @abstractmethod
    def url(self) -> str: ...

    @abstractmethod
    def make_child(self) -> Child: ...

    @abstractmethod
    def is_ready(self) -> bool: ...

    def start(self) -> None:
        """Start and wait until the server is ready. Raises EmbeddedError with the end of its log."""
        if not is_free(self.port):
            raise PortTaken(self.port, remedy=self.remedy)
        self.child.start()
        if not wait_until(self.is_ready, seconds=self.ready_seconds, child=self.child):
            self.child.stop()
            raise EmbeddedError(
                f"{self.title} did not start: {self.child.last_lines() or 'there is no output.'}"
            )

    def stop(self) -> None:
        if self._child is not None:
            self._child.stop()

    def kill(self) -> None:
        """Kill with SIGKILL, like a crash."""
        self.child.kill()

    def restart(self) -> None:
        self.stop()
        self.start()
