"""Files generated from apps.core.platform_settings: the browser's form and docs/settings.md."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from apps.core.platform_settings import SETTINGS
from apps.core.setting_kinds import Amounts, Group, Page, Setting, Toggle

FORM_PATH: Final = Path("frontend/src/api/settings-form.ts")
DOCS_PATH: Final = Path("docs/settings.md")
TEXTS_PATH: Final = Path("frontend/src/i18n/en/settings.json")
"""The English headings, labels and hints of the pages."""

PAGES: Final[Mapping[Page, str]] = {"settings": "Settings", "app-info": "Application info"}

DOCS_HEAD: Final = """# Settings

Written by `make schema` from `apps/core/platform_settings.py` and the English texts of the pages. Public
settings can be read before login. [CONTRIBUTING.md](../CONTRIBUTING.md) describes how to add a setting.
"""


def form_module() -> str:
    """Return the TypeScript module from which the settings pages draw their fields."""
    lines = [
        "// Written by `make schema` from apps/core/platform_settings.py.",
        "export const SETTINGS_FORM = {",
    ]
    for page in PAGES:
        lines.append(f'  "{page}": [')
        for group in _groups(page):
            lines.append(f'    {{ "name": "{group}", "fields": [')
            lines += [f"      {json.dumps(_field(setting))}," for setting in _settings_of(group)]
            lines.append("    ] },")
        lines.append("  ],")
    return "\n".join([*lines, "} as const;", ""])


def docs_page(texts: Mapping[str, Any]) -> str:
    """Return docs/settings.md; `texts` are those of the English settings.json."""
    lines = [DOCS_HEAD]
    for page, title in PAGES.items():
        lines += [f"## {title}", ""]
        for group in _groups(page):
            lines += [
                f"### {texts['group'][group]}",
                "",
                "| Setting | Label | Values | Default | Public | Effect |",
                "|---|---|---|---|---|---|",
                *(_row(setting, texts["field"][setting.name]) for setting in _settings_of(group)),
                "",
            ]
    return "\n".join(lines).rstrip() + "\n"


def _groups(page: Page) -> list[Group]:
    return [group for group in Group if group.page == page]


def _settings_of(group: Group) -> list[Setting]:
    return [setting for setting in SETTINGS.values() if setting.group is group]


def _field(setting: Setting) -> dict[str, Any]:
    field: dict[str, Any] = {"name": setting.name, **setting.kind.form()}
    if not setting.may_be_blank:
        value = setting.initial
        field["default"] = value if isinstance(setting.kind, Toggle | Amounts) else str(value)
    if setting.only:
        field["only"] = setting.only
    return field


def _row(setting: Setting, texts: Mapping[str, str]) -> str:
    public = "yes" if setting.public else ""
    cells = [
        f"`{setting.name}`",
        texts["label"],
        setting.kind.limits(),
        _default(setting),
        public,
        texts["hint"],
    ]
    return f"| {' | '.join(cells)} |"


def _default(setting: Setting) -> str:
    if setting.may_be_blank:
        return ""
    value = setting.initial
    if isinstance(setting.kind, Toggle):
        return "on" if value else "off"
    return ", ".join(value) if isinstance(setting.kind, Amounts) else f"`{value}`"
