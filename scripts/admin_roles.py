"""The roles of each back office page, from their declaration in frontend/src/app/admin-pages.ts."""

import json
import re
from pathlib import Path
from typing import Final

from scripts.bootstrap import ROOT

DECLARED: Final = ROOT / "frontend/src/app/admin-pages.ts"
ROLES_PATH: Final = Path("frontend/src/app/admin-roles.json")
PAGE: Final = re.compile(r'^  "(/[^"]+)": \{\n    roles: (\[[^\]]+\]),$', re.MULTILINE)


def write_roles(root: Path) -> None:
    """Write ROLES_PATH below `root`, for the first load of the browser app, the server and the tests."""
    roles = {path: json.loads(listed) for path, listed in PAGE.findall(DECLARED.read_text())}
    lines = ",\n".join(f"  {json.dumps(path)}: {json.dumps(listed)}" for path, listed in roles.items())
    (root / ROLES_PATH).parent.mkdir(parents=True, exist_ok=True)
    (root / ROLES_PATH).write_text(f"{{\n{lines}\n}}\n")
