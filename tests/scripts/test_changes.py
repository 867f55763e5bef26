"""`make changed` selects the tests of the changed apps and of the apps that import them."""

from pathlib import Path

import grimp
import pytest

from scripts.changes import selection_of, touched_apps


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("apps", cache_dir=None)


def test_apps_above_a_changed_module_are_touched_and_those_below_are_not(graph: grimp.ImportGraph) -> None:
    touched = touched_apps(["apps/fares/models.py"], graph)
    assert {"fares", "bookings", "payments"} <= touched
    assert not touched & {"core", "accounts", "wallet", "geo", "simulator"}


def test_module_that_nothing_imports_touches_its_own_app(graph: grimp.ImportGraph) -> None:
    assert touched_apps(["apps/fares/management/commands/none.txt"], graph) > {"fares"}
    assert touched_apps(["apps/wallet/management/commands/verify_ledger.py"], graph) == {"wallet"}


def test_every_app_is_touched_by_the_base_of_all_models(graph: grimp.ImportGraph) -> None:
    assert len(touched_apps(["apps/core/models/__init__.py", "apps/core/models.py"], graph)) > 8


def test_other_files_touch_no_app(graph: grimp.ImportGraph) -> None:
    assert touched_apps(["docs/settings.md", "frontend/src/main.tsx", "apps/__init__.py"], graph) == set()
    assert selection_of(["docs/settings.md", "frontend/src/main.tsx"], graph) == []


def test_selection_of_all_apps_run_with_any_app(graph: grimp.ImportGraph) -> None:
    selection = selection_of(["apps/wallet/management/commands/verify_ledger.py"], graph)
    assert {"tests/wallet", "tests/test_access_matrix.py"} <= {*selection}
    assert "tests/fares" not in selection


def test_changed_test_runs_alone_and_a_helper_runs_the_tests_beside_it(
    graph: grimp.ImportGraph, tmp_path: Path
) -> None:
    (tmp_path / "tests/chat").mkdir(parents=True)
    (tmp_path / "tests/fakes").mkdir()
    (tmp_path / "tests/chat/test_inbox.py").touch()
    (tmp_path / "tests/chat/making.py").touch()
    tests = tmp_path / "tests"
    assert selection_of(["tests/chat/test_inbox.py", "tests/chat/test_gone.py"], graph, tests) == [
        "tests/chat/test_inbox.py"
    ]
    assert selection_of(["tests/chat/making.py", "tests/chat/test_inbox.py"], graph, tests) == ["tests/chat"]
    assert selection_of(["tests/fakes/maps.py"], graph, tests) == ["tests"]
    assert selection_of(["tests/conftest.py"], graph, tests) == ["tests"]


@pytest.mark.parametrize("path", ["config/settings.py", "locale/de/LC_MESSAGES/django.po", "pyproject.toml"])
def test_what_all_apps_share_runs_everything(graph: grimp.ImportGraph, path: str) -> None:
    assert selection_of([path], graph) == ["tests"]


def test_scripts_have_their_own_tests(graph: grimp.ImportGraph) -> None:
    assert selection_of(["scripts/check.py", "embedded/osrm.py"], graph) == [
        "tests/embedded",
        "tests/scripts",
    ]
