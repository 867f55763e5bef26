"""Errors with messages for the terminal."""


class EmbeddedError(Exception):
    """A server or tool is not available; the message is one line and says what to do."""


class PortTaken(EmbeddedError):
    """Another program listens on the port."""

    def __init__(self, port: int, *, remedy: str) -> None:
        super().__init__(f"Port {port} is in use by another program. Stop it, or {remedy}")
        self.port = port
