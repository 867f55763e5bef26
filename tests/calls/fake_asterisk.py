"""A fake of Asterisk's manager interface on loopback, as strict as Asterisk 16 and newer.

It refuses actions before the login, unknown actions and those without the right, sends only the event classes
that the login requested and the user may read, and closes the connection after a refused login.
"""

import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import md5
from typing import Any, Final

from apps.calls.asterisk.connection import Server

BANNER: Final = "Asterisk Call Manager/5.0.2\r\n"
RIGHTS: Final = {"CoreShowChannels": {"system", "reporting"}, "Getvar": {"call", "reporting"}}
CLASSES: Final = {"QueueCallerJoin": "agent", "AgentConnect": "agent"}
STATES: Final = {"4": "Ring", "5": "Ringing", "6": "Up"}


@dataclass
class Channel:
    name: str
    uniqueid: str
    linkedid: str
    number: str = ""
    exten: str = ""
    presentation: str = "allowed_not_screened"
    state: str = "4"
    bridge: str = ""
    application: str = ""
    data: str = ""

    def snapshot(self, prefix: str = "") -> dict[str, str]:
        values = {
            "Channel": self.name,
            "ChannelState": self.state,
            "ChannelStateDesc": STATES[self.state],
            "CallerIDNum": self.number or "<unknown>",
            "CallerIDName": "<unknown>",
            "ConnectedLineNum": "<unknown>",
            "ConnectedLineName": "<unknown>",
            "Language": "en",
            "AccountCode": "",
            "Context": "from-trunk",
            "Exten": self.exten,
            "Priority": "1",
            "Uniqueid": self.uniqueid,
            "Linkedid": self.linkedid,
        }
        return {f"{prefix}{key}": value for key, value in values.items()}


@dataclass
class FakeAsterisk:
    """The server and its channels; `write` and `read` are the rights of the user in manager.conf."""

    user: str = "hansom"
    secret: str = "s3cret"
    read: set[str] = field(default_factory=lambda: {"call", "agent"})
    write: set[str] = field(default_factory=lambda: {"reporting"})
    banner: str = BANNER
    silent: bool = False
    """Accepts bytes and answers nothing, as a machine that hangs."""
    channels: dict[str, Channel] = field(default_factory=dict)
    logins: list[str] = field(default_factory=list)
    """Messages of the replies to logins."""
    actions: list[dict[str, str]] = field(default_factory=list)
    _clients: list["_Client"] = field(default_factory=list)
    _next: int = 40

    def __post_init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def server(self) -> Server:
        return Server("127.0.0.1", self.port, "hansom", "s3cret")

    def stop(self) -> None:
        self._listening.close()
        self.drop()

    def drop(self) -> None:
        """Close all connections, as a restart or a firewall does."""
        for client in list(self._clients):
            client.close()

    @property
    def connections(self) -> int:
        return sum(client.events is not None for client in self._clients)

    # -- what happens to calls --------------------------------------------------------------------------
    def ring(self, number: str, exten: str, *, linked: Channel | None = None, **options: Any) -> Channel:
        """A trunk brings a call."""
        channel = self.create(number, exten, linked=linked, **options)
        self.event("Newchannel", **channel.snapshot())
        return channel

    def create(self, number: str, exten: str, *, linked: Channel | None = None, **options: Any) -> Channel:
        """A channel that no one is informed about."""
        self._next += 1
        uniqueid = f"1732612000.{self._next}"
        name = options.pop("name", f"PJSIP/trunk-{self._next:08x}")
        channel = Channel(name, uniqueid, linked.linkedid if linked else uniqueid, number, exten, **options)
        self.channels[name] = channel
        return channel

    def dial(self, caller: Channel, extension: str) -> Channel:
        phone = self.ring(extension, "s", linked=caller, name=f"PJSIP/{extension}-{self._next:08x}")
        self.event("DialBegin", **caller.snapshot(), **phone.snapshot("Dest"), DialString=extension)
        return phone

    def pick_up(self, caller: Channel, phone: Channel) -> None:
        self.end_dial(caller, phone, "ANSWER")
        self.bridge(caller, phone)

    def end_dial(self, caller: Channel, phone: Channel, status: str) -> None:
        self.event("DialEnd", **caller.snapshot(), **phone.snapshot("Dest"), DialStatus=status)

    def bridge(self, *channels: Channel, technology: str = "simple_bridge") -> None:
        for count, channel in enumerate(channels, 1):
            channel.state, channel.bridge = "6", "b-1"
            bridge = {
                "BridgeUniqueid": "b-1",
                "BridgeTechnology": technology,
                "BridgeNumChannels": str(count),
            }
            self.event("BridgeEnter", **bridge, **channel.snapshot())

    def hang_up(self, channel: Channel) -> None:
        del self.channels[channel.name]
        self.event("HangupRequest", **channel.snapshot())
        self.event("Hangup", **channel.snapshot(), Cause="16")
        # A trailing event of the same channel, as of a queue's statistics.
        self.event("DeviceStateChange", Device=channel.name, State="NOT_INUSE")

    def event(self, name: str, **fields: str) -> None:
        for client in list(self._clients):
            if client.events is not None and CLASSES.get(name, "call") in client.events & self.read:
                client.write({"Event": name, "Privilege": f"{CLASSES.get(name, 'call')},all"} | fields)

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                client = _Client(self, connection)
                self._clients.append(client)
                threading.Thread(target=client.serve, daemon=True).start()


class _Client:
    def __init__(self, asterisk: FakeAsterisk, connection: socket.socket) -> None:
        self._asterisk, self._socket = asterisk, connection
        self._lock = threading.Lock()
        self._challenge = ""
        self.events: set[str] | None = None
        """Requested classes; None before the login."""

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        with contextlib.suppress(ValueError):
            self._asterisk._clients.remove(self)

    def write(self, lines: dict[str, str]) -> None:
        text = "".join(f"{key}: {value}\r\n" for key, value in lines.items())
        with self._lock, contextlib.suppress(OSError):
            self._socket.sendall(f"{text}\r\n".encode())

    def serve(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(self._asterisk.banner.encode())
            for message in self._messages():
                self._asterisk.actions.append(message)
                if not self._asterisk.silent:
                    self._handle(message)
        self.close()

    def _messages(self) -> Iterator[dict[str, str]]:
        buffer = b""
        while received := self._socket.recv(4096):
            buffer += received
            while b"\r\n\r\n" in buffer:
                text, _, buffer = buffer.partition(b"\r\n\r\n")
                yield dict(line.split(": ", 1) for line in text.decode().split("\r\n"))

    def _handle(self, message: dict[str, str]) -> None:
        action = message["Action"]
        known: dict[str, Callable[[dict[str, str]], None]] = {
            "Challenge": self._send_challenge,
            "Login": self._log_in,
            "Ping": self._pong,
            "CoreShowChannels": self._list,
            "Getvar": self._getvar,
        }
        needed = RIGHTS.get(action)
        if self.events is None and action not in ("Challenge", "Login"):
            self._error(message, "Permission denied")
        elif action not in known:
            self._error(
                message, f"Invalid/unknown command: {action}. Use Action: ListCommands to show available"
            )
        elif needed is not None and not needed & self._asterisk.write:
            self._error(message, "Permission denied")
        else:
            known[action](message)

    def _error(self, message: dict[str, str], text: str) -> None:
        self.write({"Response": "Error", "ActionID": message["ActionID"], "Message": text})

    def _success(self, message: dict[str, str], **fields: str) -> None:
        self.write({"Response": "Success", "ActionID": message["ActionID"]} | fields)

    def _send_challenge(self, message: dict[str, str]) -> None:
        if message.get("AuthType") != "MD5":
            return self._error(message, "Must specify AuthType")
        self._challenge = "840415273"
        return self._success(message, Challenge=self._challenge)

    def _log_in(self, message: dict[str, str]) -> None:
        asterisk = self._asterisk
        key = md5(f"{self._challenge}{asterisk.secret}".encode()).hexdigest()
        digest = message.get("AuthType") == "MD5" and self._challenge and message.get("Key") == key
        if message.get("Username") != asterisk.user or not (
            digest or message.get("Secret") == asterisk.secret
        ):
            asterisk.logins.append("Authentication failed")
            self._error(message, "Authentication failed")
            # Asterisk closes a moment later.
            time.sleep(0.05)
            self.close()
            return
        asterisk.logins.append("Authentication accepted")
        self._success(message, Message="Authentication accepted")
        self.write({"Event": "FullyBooted", "Privilege": "system,all", "Status": "Fully Booted"})
        self.events = set(message["Events"].split(","))

    def _pong(self, message: dict[str, str]) -> None:
        self._success(message, Ping="Pong", Timestamp="1732612000.000000")

    def _list(self, message: dict[str, str]) -> None:
        action_id = message["ActionID"]
        self._success(message, EventList="start", Message="Channels will follow")
        for channel in list(self._asterisk.channels.values()):
            self.write(
                {"Event": "CoreShowChannel", "ActionID": action_id}
                | channel.snapshot()
                | {
                    "BridgeId": channel.bridge,
                    "Application": channel.application,
                    "ApplicationData": channel.data,
                    "Duration": "00:00:07",
                }
            )
        complete = {"EventList": "Complete", "ListItems": str(len(self._asterisk.channels))}
        self.write({"Event": "CoreShowChannelsComplete", "ActionID": action_id} | complete)

    def _getvar(self, message: dict[str, str]) -> None:
        channel = self._asterisk.channels.get(message["Channel"])
        if channel is None:
            return self._error(message, "No such channel")
        if message["Variable"] != "CALLERID(num-pres)":
            return self._error(message, "Unknown variable")
        return self._success(message, Variable=message["Variable"], Value=channel.presentation)
