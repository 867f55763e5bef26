"""The parts of the backend whose tests are measured, and the tests that must notice a change there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path


@dataclass(frozen=True)
class Area:
    name: str
    modules: Sequence[str]
    """Patterns of paths; `*` also matches slashes."""
    tests: Sequence[str]


# Models are left out: the test database has their constraints from the migrations, which are not changed.
AREAS = (
    Area(
        "wallet",
        (
            "apps/core/money.py",
            "apps/wallet/amounts.py",
            "apps/wallet/corrections.py",
            "apps/wallet/history/*.py",
            "apps/wallet/journal.py",
            "apps/wallet/referrals.py",
            "apps/wallet/selectors.py",
            "apps/wallet/services.py",
            "apps/wallet/trips/*.py",
            "apps/wallet/verification.py",
            "apps/wallet/withdrawals/*.py",
        ),
        ("tests/wallet",),
    ),
    Area(
        "payments",
        (
            "apps/payments/amounts.py",
            "apps/payments/attempts/*.py",
            "apps/payments/gateways/*.py",
            "apps/payments/services/*.py",
        ),
        ("tests/payments",),
    ),
    Area(
        "fares",
        (
            "apps/fares/engine.py",
            "apps/fares/estimates/*.py",
            "apps/fares/promos/*.py",
            "apps/fares/tariff_engine/*.py",
        ),
        ("tests/fares",),
    ),
    Area(
        "lifecycle",
        (
            "apps/bookings/cancellation/fees.py",
            "apps/bookings/cancellation/no_shows.py",
            "apps/bookings/payment/*.py",
            "apps/bookings/state_machine/*.py",
        ),
        ("tests/bookings",),
    ),
    Area(
        "dispatch",
        (
            "apps/bookings/dispatch/*.py",
            "apps/bookings/services/dispatching.py",
            "apps/bookings/services/offers.py",
        ),
        ("tests/bookings",),
    ),
    Area(
        "sessions",
        (
            "apps/accounts/authentication.py",
            "apps/accounts/login/*.py",
            "apps/accounts/models/session.py",
            "apps/accounts/services/session_confirmation.py",
            "apps/accounts/services/sessions.py",
        ),
        ("tests/accounts",),
    ),
    Area("realtime", ("apps/realtime/*.py",), ("tests/realtime",)),
)


def modules_of(area: Area, tracked: Sequence[str]) -> list[str]:
    """Return the tracked modules of the area, in order of their paths."""
    return sorted(
        path
        for path in tracked
        if not path.endswith("__init__.py") and any(fnmatchcase(path, pattern) for pattern in area.modules)
    )


def selection_for(module: str, area: Area, tests: Sequence[Path], root: Path) -> list[str]:
    """Return the test files that import the module, then the tests of the area."""
    dotted = module.removesuffix(".py").replace("/", ".")
    package, _, name = dotted.rpartition(".")
    # `from apps.wallet.journal import ...`, and `from apps.wallet import journal`, alone or among others.
    direct, through_package = f"from {dotted} import", f"from {package} import "
    found = []
    for path in tests:
        lines = path.read_text(encoding="utf-8").splitlines()
        if any(
            line.strip().startswith(direct)
            or (line.strip().startswith(through_package) and name in line.replace(",", " ").split())
            for line in lines
        ):
            found.append(str(path.relative_to(root)))
    return [*found, *area.tests]
