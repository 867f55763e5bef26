"""What can go wrong, worded for the person at the terminal."""


class EmbeddedError(Exception):
    """A server or tool could not be had; the message is one line and says what to do."""


class PortTaken(EmbeddedError):
    """Another program listens where ours wanted to."""

    def __init__(self, port: int, *, remedy: str) -> None:
        super().__init__(f"Port {port} is taken by another program. Stop it, or {remedy}")
        self.port = port
