"""Documents of the demo drivers: most are valid, some expire soon, one has expired, one awaits approval."""

from datetime import date, timedelta
from typing import Final

from apps.accounts.models import DriverDocument
from apps.backoffice.demo import people
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.days import seeded_random
from apps.backoffice.demo.history.persons import EXPIRED
from apps.backoffice.demo.history.pictures import add_photo

Kind, State = DriverDocument.Kind, DriverDocument.State

SOON: Final = {"hannah": (Kind.INSURANCE, 6), "kofi": (Kind.VEHICLE, 17), "diego": (Kind.LICENSE, 24)}
"""Days until expiry."""
OVER: Final = {login: (Kind.INSURANCE, -days) for login, days in EXPIRED.items()}
PENDING: Final = {"sanjay": Kind.VEHICLE, "tariq": Kind.INSURANCE}
NAMES: Final = {Kind.LICENSE: "MORGA", Kind.INSURANCE: "POL-", Kind.VEHICLE: "V5C "}


def add_documents(builder: Builder) -> None:
    today = builder.now.astimezone(builder.platform.tz).date()
    for driver in builder.participants.drivers:
        login = (driver.user.email or "").removesuffix(f"@{people.DOMAIN}")
        rng = seeded_random("documents", login)
        for kind in (Kind.LICENSE, Kind.INSURANCE, Kind.VEHICLE):
            at = driver.user.created_at + timedelta(hours=rng.uniform(1, 30))
            document = DriverDocument(
                driver_id=driver.user.pk,
                kind=kind,
                number=f"{NAMES[kind]}{rng.randrange(100_000, 999_999)}",
                expires_on=_end(login, kind, today, rng.randrange(70, 900)),
                state=State.ACCEPTED,
                created_at=at,
                reviewed_at=at + timedelta(hours=rng.uniform(1, 20)),
            )
            if PENDING.get(login) == kind:
                document.state, document.reviewed_at = State.PENDING, None
                document.uploaded_by_driver = True
                document.claimed_expires_on, document.expires_on = document.expires_on, None
                document.created_at = builder.now - timedelta(hours=rng.uniform(3, 40))
                add_photo(document, driver.user.full_name)
            builder.add(document)
            if document.reviewed_at is not None:
                label = f"{driver.user.full_name}: {kind}"
                after = {"state": document.state}
                builder.audit(
                    document.reviewed_at, "accepted", "driver_document", document.pk, label, **after
                )


def _end(login: str, kind: str, today: date, days: int) -> date:
    for special in (SOON, OVER):
        if login in special and special[login][0] == kind:
            days = special[login][1]
    return today + timedelta(days=days)
