"""Turns the events of Asterisk into the states of the office's calls; it neither reads nor writes elsewhere.

A call is the channel of the caller, and its id the channel's Uniqueid. It rings when the channel reaches a
number or a queue of the office, is answered when a phone or an agent picks up, and ends with the channel. An
IVR or a queue also answers the channel, so the state of the channel says nothing about it.
"""

import re
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from apps.calls.asterisk.connection import Message
from apps.calls.asterisk.lines import Lines
from apps.calls.choices import CallState

_ORDER: Final = list(CallState)
UNKNOWN: Final = "<unknown>"
"""What Asterisk writes for a number that it does not know."""
BEGINNINGS: Final = frozenset(
    {"Newchannel", "Newstate", "NewCallerid", "NewConnectedLine", "DialBegin", "QueueCallerJoin"}
)
"""Events with which a call can begin; those that may follow its end are not among them."""
ALLOWED: Final = "allowed"
"""How the presentations of CALLERID(num-pres) begin with which the number may be shown."""
HOLDING: Final = "holding_bridge"
"""Where parked callers wait alone, together."""


class Report(NamedTuple):
    """A new state of a call."""

    call: str
    state: CallState
    phone: str = ""
    line: str = ""
    answered_by: str = ""


class Query(NamedTuple):
    """What has to be known before the call is reported: whether the caller hides the number."""

    call: str
    channel: str


@dataclass(slots=True)
class _Tracked:
    channel: str
    line: str
    phone: str = ""
    state: CallState = CallState.RINGING
    waits: bool = True
    """The reply about the presentation is missing."""
    later: list[Report] = field(default_factory=list)
    bridge: str = ""


class Tracker:
    """The calls of one connection."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._calls: dict[str, _Tracked] = {}
        self._bridges: dict[str, str] = {}
        """Channels of the listing that are in a bridge: their number by bridge and channel."""

    def adopt(self, call: str, state: CallState) -> None:
        """Track a call that was reported over an earlier connection."""
        self._calls[call] = _Tracked(channel="", line="", state=state, waits=False)

    def handle(self, event: Message) -> list[Report | Query]:
        """Return what follows from an event."""
        name = event.get("event", "")
        own = event.get("uniqueid", "")
        found = self._begin(name, event)
        call = own if own in self._calls else event.get("linkedid", "")
        tracked = self._calls.get(call)
        if tracked is None:
            return found
        if name == "NewCallerid" and call == own and tracked.waits:
            tracked.phone = _number(event)
        elif name == "AgentConnect":
            found += self._change(call, CallState.ANSWERED, event.get("membername") or _answering(event))
        elif name == "DialEnd" and event.get("dialstatus") == "ANSWER":
            found += self._change(call, CallState.ANSWERED, _answering(event))
        elif name == "BridgeLeave" and call == own:
            tracked.bridge = ""
        elif name == "BridgeEnter":
            found += self._enter_bridge(call, own, event)
        elif name == "Hangup" and call == own:
            found += self._change(call, CallState.ENDED)
            if not tracked.waits:
                del self._calls[call]
        return found

    def handle_listed(self, channel: Message) -> list[Report | Query]:
        """Return what follows from an entry of CoreShowChannels."""
        own, bridge = channel.get("uniqueid", ""), channel.get("bridgeid", "")
        found: list[Report | Query] = []
        if own not in self._calls and channel.get("linkedid") not in self._calls:
            queue, _, _ = channel.get("applicationdata", "").partition(",")
            label = self._lines.of_queue(queue) if channel.get("application") == "Queue" else None
            label = label or self._line_of_first(channel)
            if label:
                found.append(self._track(own, label, channel))
        if bridge:
            call = own if own in self._calls else channel.get("linkedid", "")
            tracked = self._calls.get(call)
            if tracked is not None and call == own:
                tracked.bridge = bridge
            elif tracked is not None:
                self._bridges[bridge] = _number(channel) or _extension(channel.get("channel", ""))
        return found

    def end_listing(self, listed: set[str]) -> list[Report | Query]:
        """Return the calls that were answered, or ended, while no one listened."""
        found: list[Report | Query] = []
        for call, tracked in list(self._calls.items()):
            if tracked.bridge in self._bridges:
                found += self._change(call, CallState.ANSWERED, self._bridges[tracked.bridge])
            # One that began after the listing waits for its reply.
            if call not in listed and not tracked.waits:
                found += self._change(call, CallState.ENDED)
                del self._calls[call]
        self._bridges.clear()
        return found

    def reply(self, call: str, presentation: str) -> list[Report | Query]:
        """Return the call with or without its number, and what happened to it meanwhile."""
        tracked = self._calls[call]
        tracked.waits = False
        phone = tracked.phone if presentation.startswith(ALLOWED) else ""
        found: list[Report | Query] = [Report(call, CallState.RINGING, phone, tracked.line), *tracked.later]
        tracked.later.clear()
        if tracked.state == CallState.ENDED:
            del self._calls[call]
        return found

    def _begin(self, name: str, event: Message) -> list[Report | Query]:
        own, linked = event.get("uniqueid", ""), event.get("linkedid", "")
        if name not in BEGINNINGS or own in self._calls or linked in self._calls:
            return []
        if name == "QueueCallerJoin":
            label = self._lines.of_queue(event.get("queue", "")) or self._line_of_first(event)
        else:
            label = self._line_of_first(event)
        return [self._track(own, label, event)] if label else []

    def _line_of_first(self, event: Message) -> str | None:
        """Return the line that the first channel of a call dialled."""
        if event.get("uniqueid") != event.get("linkedid"):
            return None
        return self._lines.of_number(event.get("exten", ""))

    def _track(self, call: str, line: str, event: Message) -> Query:
        channel = event.get("channel", "")
        self._calls[call] = _Tracked(channel, line, _number(event))
        return Query(call, channel)

    def _enter_bridge(self, call: str, own: str, event: Message) -> list[Report | Query]:
        """A call is answered by the second channel in its bridge, also after a pickup, which ends no dial."""
        tracked, bridge = self._calls[call], event.get("bridgeuniqueid", "")
        if event.get("bridgetechnology") == HOLDING:
            return []
        if call == own:
            tracked.bridge = bridge
        elif tracked.bridge != bridge:
            return []
        if int(event.get("bridgenumchannels") or 0) < 2:
            return []
        other = _known(event.get("connectedlinenum", "")) if call == own else _number(event)
        return self._change(call, CallState.ANSWERED, other)

    def _change(self, call: str, state: CallState, answered_by: str = "") -> list[Report | Query]:
        tracked = self._calls[call]
        if _ORDER.index(state) <= _ORDER.index(tracked.state):
            return []
        tracked.state = state
        report = Report(call, state, answered_by=answered_by)
        if tracked.waits:
            tracked.later.append(report)
            return []
        return [report]


def _known(number: str) -> str:
    return "" if number == UNKNOWN else number


def _number(event: Message) -> str:
    return _known(event.get("calleridnum", ""))


def _answering(event: Message) -> str:
    """Return the extension that picked up."""
    return _known(event.get("destcalleridnum", "")) or _extension(event.get("destchannel", ""))


def _extension(channel: str) -> str:
    """Return 201 of PJSIP/201-00000a3f and of Local/201@from-queue-00000001;1."""
    found = re.fullmatch(r"[^/]+/(.+?)(@.*)?-[0-9a-f]+(;[12])?", channel)
    return found[1] if found else ""
