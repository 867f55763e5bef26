"""The tables of docs/privacy.md, from the declared personal data and retention periods."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from django.conf import settings

from apps.accounts.privacy.registry import personal_data
from apps.core.platform_settings import SETTINGS
from apps.core.privacy.retention import Retention, retentions

PAGE: Final = Path("docs/privacy.md")
TEXTS: Final = Path("frontend/src/i18n/en/pages.json")
END: Final = "<!-- end -->"
HOURS_OF_A_DAY: Final = 24


def page() -> str:
    """Return docs/privacy.md with up-to-date tables between its markers."""
    text = (settings.BASE_DIR / PAGE).read_text(encoding="utf-8")
    for name, table in (("personal data", _data_table()), ("retention", _retention_table())):
        head, rest = text.split(f"<!-- {name} -->\n")
        text = f"{head}<!-- {name} -->\n{table}{rest[rest.index(END) :]}"
    return text


def _data_table() -> str:
    rows = [(f"`{data.name}`", data.contents, data.after_erasure) for data in personal_data()]
    return _table(("Data", "Contents", "After an erasure"), rows)


def _retention_table() -> str:
    pages = json.loads((settings.BASE_DIR / TEXTS).read_text(encoding="utf-8"))["pages"]
    names: Mapping[str, str] = pages["retention"]
    rows = [(names[each.name], _setting(each), _default(each)) for each in retentions()]
    return _table(("Data", "Setting", "Default"), rows)


def _setting(retention: Retention) -> str:
    return f"`{retention.setting}`" if retention.setting else "fixed"


def _default(retention: Retention) -> str:
    if retention.setting:
        return f"{SETTINGS[retention.setting].initial} days"
    hours = int((retention.fixed.total_seconds() if retention.fixed else 0) / 3600)
    return f"{hours} hours" if hours % HOURS_OF_A_DAY else f"{hours // HOURS_OF_A_DAY} days"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(line)} |\n" for line in (head, *rows)]
    return "".join([lines[0], "|---" * len(head) + "|\n", *lines[1:]])
