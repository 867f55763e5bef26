"""Pages of an earlier release can load their files for some days after a new release."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command

START = datetime(2026, 11, 1, tzinfo=UTC)
Publish = Callable[..., set[str]]


@pytest.fixture
def publish(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Publish:
    """Publish a build of these files on that day; returns the files that can be served."""
    build, served = tmp_path / "dist", tmp_path / "static"
    settings.STATICFILES_DIRS = [build]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = served

    def publish(*names: str, day: float = 0, text: str = "") -> set[str]:
        for old in build.rglob("*"):
            if old.is_file():
                old.unlink()
        for name in names:
            (build / name).parent.mkdir(parents=True, exist_ok=True)
            (build / name).write_text(text or name)
        monkeypatch.setattr("django.utils.timezone.now", lambda: START + timedelta(days=day))
        call_command("publish_static", verbosity=0)
        return {str(file.relative_to(served)) for file in served.rglob("*") if file.is_file()}

    return publish


def test_previous_release_stays_however_long_it_was_current(publish: Publish) -> None:
    publish("index.html", "assets/page-aaaaaaaa.js", "assets/page-aaaaaaaa.js.br", day=0)
    there = publish("index.html", "assets/page-bbbbbbbb.js", day=90)
    assert there == {
        "index.html",
        "assets/page-aaaaaaaa.js",
        "assets/page-aaaaaaaa.js.br",
        "assets/page-bbbbbbbb.js",
    }


def test_release_is_removed_a_week_after_it_was_replaced(publish: Publish) -> None:
    publish("assets/page-aaaaaaaa.js", day=0)
    publish("assets/page-bbbbbbbb.js", day=1)
    assert "assets/page-aaaaaaaa.js" in publish("assets/page-cccccccc.js", day=7)
    there = publish("assets/page-dddddddd.js", day=9)
    assert there == {f"assets/page-{8 * letter}.js" for letter in "bcd"}


def test_publishing_the_same_release_again_removes_no_other(publish: Publish) -> None:
    publish("assets/page-aaaaaaaa.js", day=0)
    for day in (1, 2, 3):
        there = publish("assets/page-bbbbbbbb.js", day=day)
    assert "assets/page-aaaaaaaa.js" in there


def test_files_without_a_hash_belong_to_the_current_release_only(publish: Publish) -> None:
    publish("index.html", "boot.js", "old.svg", text="first")
    there = publish("index.html", "boot.js", text="second", day=1)
    assert there == {"index.html", "boot.js"}


def test_unreadable_record_is_ignored(publish: Publish, tmp_path: Path) -> None:
    (tmp_path / "static.releases.json").write_text("{")
    assert publish("assets/page-aaaaaaaa.js") == {"assets/page-aaaaaaaa.js"}
