"""A database of one size, with its users and sample values."""

import json
import random
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.services.sessions import start_session
from apps.backoffice.scale.bookings import Bookings
from apps.backoffice.scale.people import UNAPPROVED, People
from apps.backoffice.scale.seed import Scale, seed_scale
from embedded.postgres import Postgres

RIDERS, DRIVERS = 10, 100
"""Bookings per rider and per driver; there are at least LEAST of each."""
LEAST = 1000
"""Fills pages in the small database too. A rider has about ten bookings at either size, a driver at least a
page of them; only the platform grows."""


@dataclass
class Side:
    name: str
    size: int
    scale: Scale | None = None
    clients: dict[int, APIClient] = field(default_factory=dict)
    cursors: dict[tuple[int, str], str] = field(default_factory=dict)
    """Cursors of the deep page of a list, by user and path."""

    def make(self, postgres: Postgres, *, keep: Path | None = None) -> None:
        """Create, migrate and seed the database, or use the one stored in the folder."""
        known = keep / f"{self.name}.json" if keep else None
        if known and known.exists():
            made = json.loads(known.read_text())
            self.open()
            call_command("migrate", verbosity=0)
            self.scale = Scale(People(**made["people"]), Bookings(**made["bookings"]))
            return
        print(f"  seeding {self.size:,} bookings ...", flush=True)
        began = time.perf_counter()
        # An incomplete stored database is discarded.
        postgres.psql("postgres", f'DROP DATABASE IF EXISTS "{self.name}"')
        postgres.create_database(self.name)
        self.open()
        call_command("migrate", verbosity=0)
        self.scale = seed_scale(
            bookings=self.size,
            riders=max(LEAST, self.size // RIDERS),
            drivers=max(LEAST, self.size // DRIVERS),
            report=lambda line: print(f"    {line}", flush=True),
        )
        if known:
            known.write_text(json.dumps(asdict(self.scale)))
        print(f"  ... in {time.perf_counter() - began:,.0f} s", flush=True)

    def open(self) -> None:
        connection.close()
        connection.settings_dict["NAME"] = self.name
        # Access tokens are valid for ten minutes, and a million bookings take almost as long.
        self.clients.clear()

    def client(self, person: int) -> APIClient:
        if person not in self.clients:
            client = APIClient(SERVER_NAME="localhost")
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {start_session(user_id=person).access}")
            self.clients[person] = client
        return self.clients[person]

    def get(self, person: int, path: str, query: dict[str, Any]) -> Any:
        response = self.client(person).get(path, query)
        assert response.status_code == 200, (path, query, response.content)
        return response.json()

    # Users and values for the requests.

    @property
    def all(self) -> Scale:
        assert self.scale, "call make() first"
        return self.scale

    def an_admin(self, chance: random.Random) -> int:
        return self.all.people.first

    def a_fleet(self, chance: random.Random) -> int:
        return self.all.people.first_fleet + chance.randrange(self.all.people.fleets)

    def a_driver(self, chance: random.Random) -> int:
        people = self.all.people
        return self._approved(people.first_driver, self.all.bookings.drivers_of(people), chance)

    def a_rider(self, chance: random.Random) -> int:
        people = self.all.people
        return self._approved(people.first_rider, self.all.bookings.riders_of(people), chance)

    @staticmethod
    def _approved(first: int, count: int, chance: random.Random) -> int:
        found = first + chance.randrange(count - 1)
        return found if found % UNAPPROVED else found + 1

    def a_booking(self, chance: random.Random) -> int:
        return self.all.bookings.first + chance.randrange(self.all.bookings.count)
