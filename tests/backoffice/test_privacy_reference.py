"""docs/privacy.md against the declared personal data and retention periods."""

from pathlib import Path

from django.conf import settings

from apps.accounts.privacy.registry import personal_data
from apps.backoffice.privacy_reference import PAGE, page
from apps.core.privacy.retention import retentions


def test_tables_are_up_to_date() -> None:
    text = (Path(settings.BASE_DIR) / PAGE).read_text(encoding="utf-8")
    assert text == page(), "run `make schema`"


def test_tables_name_every_declaration() -> None:
    text = page()
    assert all(f"| `{data.name}` | {data.contents} |" in text for data in personal_data())
    assert all(f"| `{each.setting}` |" in text for each in retentions() if each.setting)
    assert text.count("<!-- end -->") == 2
