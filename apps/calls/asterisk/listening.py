"""Listens to Asterisk until stopped: connects, reads the current calls, records states, connects again."""

import logging
import random
from collections.abc import Iterable
from threading import Event
from time import monotonic
from typing import Final

import django.db

from apps.calls.asterisk.connection import AsteriskError, Connection, LoginRefused, Message, Server
from apps.calls.asterisk.lines import Lines
from apps.calls.asterisk.state import report_state
from apps.calls.asterisk.tracking import Query, Report, Tracker
from apps.calls.choices import CallState
from apps.calls.models import LIVE, Call
from apps.calls.services import record_call
from apps.core.monitoring import health

log = logging.getLogger(__name__)

PING_SECONDS: Final = 10.0
"""After this silence the listener sends a Ping, and after as much again the connection is dead."""
LIST_SECONDS: Final = 15.0
STATE_SECONDS: Final = 15.0
FIRST_WAIT_SECONDS: Final = 1.0
LAST_WAIT_SECONDS: Final = 60.0
TICK_SECONDS: Final = 1.0
"""How long the end and the heartbeat of the process wait at most."""


class Listener:
    """Listens to one server."""

    def __init__(self, server: Server, lines: Lines, *, stopped: Event) -> None:
        self._server, self._lines, self._stopped = server, lines, stopped

    def run(self) -> None:
        """Listen until stopped, over as many connections as it takes."""
        wait = FIRST_WAIT_SECONDS
        while not self._stopped.is_set():
            session = _Session(self._server, self._lines, self._stopped)
            try:
                session.run()
            except (AsteriskError, django.db.Error) as error:
                if session.ready:
                    wait = FIRST_WAIT_SECONDS
                elif isinstance(error, LoginRefused):
                    # A server with fail2ban locks out who tries often.
                    wait = LAST_WAIT_SECONDS
                log.warning("asterisk: %s server=%s again_in=%.0fs", error, self._server, wait)
                report_state(connected=False, server=str(self._server), problem=str(error))
                django.db.close_old_connections()
                self._pause(wait * random.uniform(0.75, 1.25))  # noqa: S311  # spreads connections, no secret
                wait = min(wait * 2, LAST_WAIT_SECONDS)
        report_state(connected=False, server=str(self._server), problem="stopped")

    def _pause(self, seconds: float) -> None:
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0 and not self._stopped.wait(min(left, TICK_SECONDS)):
            health.beat()


class _Session:
    """One connection, from login to its end."""

    def __init__(self, server: Server, lines: Lines, stopped: Event) -> None:
        self._server, self._stopped = server, stopped
        self._tracker = Tracker(lines)
        self._queries: dict[str, str] = {}
        """Calls whose presentation is requested, by ActionID."""
        self._listed: set[str] = set()
        self._list_id = ""
        self.ready = False
        """The current calls are known."""

    def run(self) -> None:
        # Read before the listing, so that a call that begins meanwhile is not missing in it.
        known = Call.objects.filter(system=str(self._server), state__in=LIVE)
        for external_id, state in known.values_list("external_id", "state"):
            self._tracker.adopt(external_id, CallState(state))
        connection = Connection(self._server)
        try:
            self._list_id = connection.send("CoreShowChannels")
            self._listen(connection)
        finally:
            connection.close()

    def _listen(self, connection: Connection) -> None:
        received_at = began = monotonic()
        pinged, stated = False, 0.0
        while not self._stopped.is_set():
            health.beat()
            message = connection.read(TICK_SECONDS)
            now = monotonic()
            if message is not None:
                received_at, pinged = now, False
                self._handle(message, connection)
            elif now - received_at > 2 * PING_SECONDS:
                raise AsteriskError("no answer to a Ping")
            elif now - received_at > PING_SECONDS and not pinged:
                connection.send("Ping")
                pinged = True
            if not self.ready and now - began > LIST_SECONDS:
                raise AsteriskError("the current calls were not sent")
            if self.ready and now - stated > STATE_SECONDS:
                report_state(connected=True, server=str(self._server))
                stated = now

    def _handle(self, message: Message, connection: Connection) -> None:
        action_id = message.get("actionid", "")
        if "response" in message:
            self._handle_reply(action_id, message, connection)
        elif message.get("event") == "CoreShowChannel":
            self._listed.add(message.get("uniqueid", ""))
            self._follow(self._tracker.handle_listed(message), connection)
        elif message.get("event") == "CoreShowChannelsComplete":
            self._follow(self._tracker.end_listing(self._listed), connection)
            self.ready = True
            log.info("asterisk: connected server=%s channels=%s", self._server, len(self._listed))
        else:
            self._follow(self._tracker.handle(message), connection)

    def _handle_reply(self, action_id: str, message: Message, connection: Connection) -> None:
        refused = message["response"] != "Success"
        if action_id == self._list_id and refused:
            raise LoginRefused(f"CoreShowChannels refused: {message.get('message', '')}")
        call = self._queries.pop(action_id, None)
        if call is not None:
            # The channel may have ended meanwhile: its number is then treated as hidden.
            presentation = "" if refused else message.get("value", "")
            self._follow(self._tracker.reply(call, presentation), connection)

    def _follow(self, found: Iterable[Report | Query], connection: Connection) -> None:
        for each in found:
            if isinstance(each, Query):
                sent = connection.send("Getvar", Channel=each.channel, Variable="CALLERID(num-pres)")
                self._queries[sent] = each.call
            else:
                record_call(
                    external_id=each.call[:120],
                    state=each.state,
                    phone=each.phone[:40],
                    line=each.line[:60],
                    answered_by=each.answered_by[:60],
                    system=str(self._server),
                )
