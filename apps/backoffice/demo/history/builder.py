"""Collects all generated rows in memory until they are inserted together."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from random import Random
from typing import Any, Final

from django.db.models import Model

from apps.accounts.models import User
from apps.backoffice.demo.history.clock import Clock
from apps.backoffice.demo.history.geography import Places, RouteCache
from apps.backoffice.demo.history.ledger import Ledger
from apps.backoffice.demo.history.participants import Participants
from apps.backoffice.scale.rows import next_id
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import REFERENCE_ALPHABET, REFERENCE_LENGTH
from apps.core.models import AuditEntry
from apps.core.platform import Platform
from apps.fares.models import CarType, Promo
from apps.notifications.choices import Occasion, Screen
from apps.notifications.messages.wording import render
from apps.notifications.models import InboxMessage

NOTIFICATION_DAYS: Final = 21
READ_AFTER_HOURS: Final = 20


@dataclass(slots=True)
class Builder:
    now: datetime
    platform: Platform
    clock: Clock
    ledger: Ledger
    participants: Participants
    places: Places
    routes: RouteCache
    car_types: dict[str, CarType]
    promos: list[Promo] = field(default_factory=list)
    unpaid: list[Booking] = field(default_factory=list)
    rows: dict[type[Model], list[Model]] = field(default_factory=lambda: defaultdict(list))
    _ids: dict[type[Model], Iterator[int]] = field(default_factory=dict)
    _references: set[str] = field(default_factory=set)

    def add(self, row: Model) -> None:
        """Add a row with its own id, in order of adding."""
        model = type(row)
        if row.pk is None:
            row.pk = self.next_id(model)
        self.rows[model].append(row)

    def next_id(self, model: type[Model]) -> int:
        if model not in self._ids:
            self._ids[model] = count(next_id(model))
        return next(self._ids[model])

    def reference(self, rng: Random) -> str:
        while True:
            drawn = "".join(rng.choices(REFERENCE_ALPHABET, k=REFERENCE_LENGTH))
            if drawn not in self._references:
                self._references.add(drawn)
                return drawn

    def audit(self, at: datetime, action: str, kind: str, target: object, label: str, **after: Any) -> None:
        admin = self.participants.admin
        entry = AuditEntry(
            actor_id=admin.pk,
            actor_name=str(admin),
            action=action,
            kind=kind,
            target_id=str(target),
            label=label,
            after=after,
        )
        entry.at = at
        self.rows[AuditEntry].append(entry)

    def notify(
        self, user: User, occasion: Occasion, screen: Screen, at: datetime, key: str, **params: Any
    ) -> None:
        """Add an inbox message; messages of earlier days are left out."""
        if (self.now - at).days >= NOTIFICATION_DAYS:
            return
        title, msg = render(occasion, params=params, language="en")
        is_read = (self.now - at).total_seconds() > READ_AFTER_HOURS * 3600
        self.rows[InboxMessage].append(
            InboxMessage(
                user_id=user.pk,
                key=key,
                occasion=occasion,
                screen=screen,
                title=title,
                msg=msg,
                data=params,
                created_at=at,
                read_at=at if is_read else None,
            )
        )
