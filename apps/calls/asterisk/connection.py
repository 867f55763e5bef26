"""A connection to the manager interface (AMI) of Asterisk 16 and newer: messages, login and actions.

A message is lines of `Key: value` that end with an empty line. Replies carry the ActionID of their action;
events arrive at any time.
"""

import socket
import ssl
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import md5
from itertools import count
from time import monotonic
from typing import Final

Message = dict[str, str]
"""The lines of a message, by key in lower case; the first of repeated keys."""

BANNER: Final = b"Asterisk Call Manager/"
TIMEOUT_SECONDS: Final = 10.0
MAX_BYTES: Final = 256 * 1024
"""Longer than any message; a server that sends more without an end is no Asterisk."""


class AsteriskError(Exception):
    """The connection cannot be used any longer."""


class LoginRefused(AsteriskError):
    """User, secret or address is not accepted, or the user lacks a right."""


@dataclass(frozen=True, slots=True)
class Server:
    """Where Asterisk is and how to log in."""

    host: str
    port: int
    user: str
    secret: str
    tls: bool = False

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Connection:
    """An open connection; every method raises AsteriskError once it is lost."""

    def __init__(self, server: Server) -> None:
        self._ids = count(1)
        self._buffer = bytearray()
        try:
            plain = socket.create_connection((server.host, server.port), TIMEOUT_SECONDS)
            try:
                self._socket = (
                    ssl.create_default_context().wrap_socket(plain, server_hostname=server.host)
                    if server.tls
                    else plain
                )
            except BaseException:
                plain.close()
                raise
        except OSError as error:
            raise AsteriskError(f"no connection: {error}") from error
        try:
            banner = self._until(b"\n", monotonic() + TIMEOUT_SECONDS)
            if banner is None or not banner.startswith(BANNER):
                raise AsteriskError("the server is no Asterisk manager interface")
            self._log_in(server)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._socket.close()

    def send(self, action: str, **fields: str) -> str:
        """Send an action and return its ActionID."""
        action_id = str(next(self._ids))
        lines = {"Action": action, "ActionID": action_id} | fields
        text = "".join(f"{key}: {_one_line(value)}\r\n" for key, value in lines.items())
        try:
            self._socket.settimeout(TIMEOUT_SECONDS)
            self._socket.sendall(f"{text}\r\n".encode())
        except OSError as error:
            raise AsteriskError(f"connection lost: {error}") from error
        return action_id

    def read(self, seconds: float) -> Message | None:
        """Return the next message, or None if none is complete in this time."""
        text = self._until(b"\r\n\r\n", monotonic() + seconds)
        return None if text is None else parse(text.decode(errors="replace").split("\r\n"))

    def _log_in(self, server: Server) -> None:
        if server.tls:
            login = {"Secret": server.secret}
        else:
            # The secret itself never crosses a connection that others can read.
            challenge = self._reply(self.send("Challenge", AuthType="MD5")).get("challenge", "")
            key = md5(f"{challenge}{server.secret}".encode(), usedforsecurity=False).hexdigest()
            login = {"AuthType": "MD5", "Key": key}
        self._reply(self.send("Login", Username=server.user, Events="call,agent", **login))

    def _reply(self, action_id: str) -> Message:
        deadline = monotonic() + TIMEOUT_SECONDS
        while (message := self.read(deadline - monotonic())) is not None:
            if message.get("actionid") != action_id or "response" not in message:
                continue
            if message["response"] != "Success":
                raise LoginRefused(f"login refused: {message.get('message', message['response'])}")
            return message
        raise AsteriskError("no reply to the login")

    def _until(self, end: bytes, deadline: float) -> bytes | None:
        while (at := self._buffer.find(end)) < 0:
            left = deadline - monotonic()
            if left <= 0:
                return None
            if len(self._buffer) > MAX_BYTES:
                raise AsteriskError("a message has no end")
            self._socket.settimeout(left)
            try:
                received = self._socket.recv(65536)
            except TimeoutError:
                return None
            except OSError as error:
                raise AsteriskError(f"connection lost: {error}") from error
            if not received:
                raise AsteriskError("connection closed by Asterisk")
            self._buffer += received
        text = bytes(self._buffer[:at])
        del self._buffer[: at + len(end)]
        return text


def parse(lines: Iterable[str]) -> Message:
    """Return a message; lines without a key are left out."""
    message: Message = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if colon:
            message.setdefault(key.strip().lower(), value.strip())
    return message


def _one_line(value: str) -> str:
    """Return a value that cannot start a second line, which would be a second field."""
    return value.replace("\r", "").replace("\n", "")
