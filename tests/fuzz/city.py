"""The platform under test: a demo with history, a user of each role, and their data."""

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.accounts.services.sessions import start_session
from apps.backoffice.demo.people import DOMAIN
from apps.core.models import OutboxEntry
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.core.tasks import run_job
from apps.notifications.models import Announcement
from embedded import demo_extract
from scripts.prepare_database import enable_sandbox_gateways
from tests.bookings.builders import PICKUP, put_online
from tests.servers import HOME

LOGINS: Final = {"rider": "ada", "driver": "bob", "fleetadmin": "fay", "admin": "dora"}
UNLIMITED: Final = "1000000000/s"
API: Final = "/api/v1/"

OWN: Final[dict[str, tuple[tuple[str, dict[str, Any]], ...]]] = {
    "rider": (
        ("me/addresses/", {"description": "Home", "lat": PICKUP[0], "lng": PICKUP[1]}),
        ("me/wallet/top-ups/", {"amount": "20", "provider": "test"}),
        ("exports/", {"kind": "bookings", "format": "csv"}),
    ),
    "driver": (
        ("me/wallet/withdrawals/", {"amount": "5"}),
        ("exports/", {"kind": "bookings", "format": "xlsx"}),
    ),
    "fleetadmin": (
        ("me/views/", {"list": "bookings", "name": "Mine", "query": "", "columns": []}),
        ("exports/", {"kind": "bookings", "format": "csv"}),
    ),
    "admin": (
        ("me/views/", {"list": "bookings", "name": "All", "query": "", "columns": []}),
        ("exports/", {"kind": "bookings", "format": "csv"}),
    ),
}
"""Sent once by the users of the roles, to own an object of each kind."""


@dataclass(frozen=True)
class City:
    users: dict[str, User | None]
    """By role; None for a visitor."""


def seed_city() -> City:
    """Fill the database of the settings; later requests do not count towards limits."""
    _lift_limits()
    name = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = "postgres"
    with connection.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}"')
    connection.close()
    connection.settings_dict["NAME"] = name
    call_command("migrate", verbosity=0)
    extract = demo_extract.ensure_extract(HOME)
    call_command("import_map", str(extract), name=demo_extract.NAME, if_missing=True)
    call_command("seed_demo", history=True, drivers=5, riders=2, verbosity=0)
    enable_sandbox_gateways()
    users = {role: User.objects.get(email=f"{login}@{DOMAIN}") for role, login in LOGINS.items()}
    put_online(users["driver"])
    for role, things in OWN.items():
        client = APIClient(SERVER_NAME="localhost")
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {start_session(user_id=users[role].pk).access}")
        for path, body in things:
            reply = client.post(f"{API}{path}", body)
            if reply.status_code >= 400:
                raise RuntimeError(f"{role}: {path}: {reply.status_code} {reply.content.decode()}")
    Announcement.objects.create(title="Storm", body="Drive slowly.")
    for job in OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, name__startswith="exports."):
        run_job(job.pk)
    return City({"visitor": None, **users})


def _lift_limits() -> None:
    """Disable rate limits, because most replies would be 429."""
    for rates in (ScopedThrottle.THROTTLE_RATES, settings.RATE_LIMITS):
        rates.update(dict.fromkeys(rates, UNLIMITED))
    settings.CAPTCHA_COST = 1
