"""Each area has modules and tests, and the tests that import a module run first."""

from pathlib import Path

import pytest

from scripts.bootstrap import ROOT
from scripts.mutants.areas import AREAS, Area, modules_of, selection_for
from scripts.mutants.worker import tracked_files

WALLET = Area("wallet", ("apps/wallet/*.py",), ("tests/wallet",))


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_every_pattern_matches_a_module_and_every_folder_has_tests(area: Area) -> None:
    tracked = tracked_files()
    for pattern in area.modules:
        assert modules_of(Area("one", (pattern,), ()), tracked), pattern
    assert all(list((ROOT / tests).glob("test_*.py")) for tests in area.tests)


def test_a_module_belongs_to_one_area() -> None:
    tracked = tracked_files()
    modules = [module for area in AREAS for module in modules_of(area, tracked)]
    assert len(modules) == len(set(modules))


@pytest.mark.parametrize(
    ("line", "imports"),
    [
        ("from apps.wallet.journal import post", True),
        ("    from apps.wallet.journal import post", True),
        ("from apps.wallet import journal", True),
        ("from apps.wallet import amounts, journal, services", True),
        ("import apps.wallet.journal", False),
        ("from apps.wallet import journals", False),
        ("from apps.wallet.journal_entries import post", False),
    ],
)
def test_tests_that_import_the_module_run_before_the_area(line: str, imports: bool, tmp_path: Path) -> None:
    test = tmp_path / "tests/bookings/test_trip.py"
    test.parent.mkdir(parents=True)
    test.write_text(f"{line}\n")
    first = ["tests/bookings/test_trip.py"] if imports else []
    assert selection_for("apps/wallet/journal.py", WALLET, [test], tmp_path) == [*first, "tests/wallet"]
