"""Generated requests detect faults, and change nothing."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from apps.accounts.models import SavedAddress, User
from apps.accounts.views import addresses
from scripts.api_schema import SCHEMA
from tests.fuzz.calls import fuzz
from tests.fuzz.city import City
from tests.fuzz.report import Report

ADDRESSES = "/api/v1/me/addresses/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def fuzzed(ada: User, bob: User, fay: User, dora: User) -> Callable[..., Report]:
    city = City({"visitor": None, "rider": ada, "driver": bob, "fleetadmin": fay, "admin": dora})

    def fuzzed(only: str, **options: Any) -> Report:
        report = Report()
        fuzz(city, calls=12, seed=1, report=report, only=only, **{"roles": ["rider"]} | options)
        return report

    return fuzzed


def test_every_role_is_called_and_its_rows_are_unchanged(fuzzed: Callable[..., Report]) -> None:
    report = fuzzed(f"POST {ADDRESSES}", roles=["visitor", "rider"])
    assert report.faults == {}
    assert report.calls["rider", "2xx"] > 0
    assert report.calls["visitor", "4xx"] == sum(
        number for (role, _status), number in report.calls.items() if role == "visitor"
    )
    assert not SavedAddress.objects.exists()


def test_reply_outside_the_schema_is_a_fault(fuzzed: Callable[..., Report], tmp_path: Path) -> None:
    document = yaml.load(SCHEMA.read_text(), Loader=yaml.CSafeLoader)
    del document["paths"][ADDRESSES]["get"]["responses"]["200"]
    other = tmp_path / "schema.yml"
    other.write_text(yaml.dump(document))
    assert ("GET " + ADDRESSES, "Undocumented status code") in fuzzed(f"GET {ADDRESSES}", path=other).faults


def test_server_error_is_a_fault_with_its_traceback(
    fuzzed: Callable[..., Report], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: Any, **_kwargs: Any) -> None:
        raise ZeroDivisionError("by a view")

    monkeypatch.setattr(addresses.AddressesView, "get", fail)
    report = fuzzed(f"GET {ADDRESSES}")
    assert report.server_errors > 0
    assert "ZeroDivisionError: by a view" in report.faults["GET " + ADDRESSES, "server error"][0]
