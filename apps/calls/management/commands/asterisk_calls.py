"""`manage.py asterisk_calls`: reports the calls of an Asterisk until stopped."""

import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from apps.calls.asterisk.connection import Server
from apps.calls.asterisk.lines import lines_of
from apps.calls.asterisk.listening import Listener
from apps.core.monitoring import health, service


class Command(BaseCommand):
    help = "Show the calls of an Asterisk in the back office: connect to its manager interface until stopped."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.ASTERISK_HOST:
            raise CommandError("ASTERISK_HOST is not set.")
        if not settings.ASTERISK_LINES and not settings.ASTERISK_QUEUES:
            raise CommandError("Set ASTERISK_LINES or ASTERISK_QUEUES: the calls that are for the office.")
        server = Server(
            host=settings.ASTERISK_HOST,
            port=settings.ASTERISK_PORT,
            user=settings.ASTERISK_USER,
            secret=settings.ASTERISK_SECRET,
            tls=settings.ASTERISK_TLS,
        )
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        health.begin_heartbeat("calls")
        service.start("calls")
        lines = lines_of(settings.ASTERISK_LINES, settings.ASTERISK_QUEUES)
        Listener(server, lines, stopped=stopped).run()
