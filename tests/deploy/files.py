"""The deployment files, read once for all tests of them."""

import re
from pathlib import Path
from typing import Any, Final

import yaml

from config.env import Env
from embedded.procfile import read_procfile

ROOT: Final = Path(__file__).resolve().parents[2]
DEPLOY: Final = ROOT / "deploy"
PROCESSES: Final = frozenset(read_procfile(ROOT / "Procfile"))
OPTIONAL: Final = frozenset({"calls"})
"""Processes that run only where they are configured."""
PROCFILE_VARIABLES: Final = frozenset(
    re.findall(r"\$\{(\w+)", " ".join(read_procfile(ROOT / "Procfile").values()))
)
READ_BY_OTHERS: Final = frozenset(
    {
        # uvicorn
        "FORWARDED_ALLOW_IPS",
        # import_map
        "OSRM_BIN_DIR",
        "OSRM_CAR_PROFILE",
        # deploy/hansom
        "OSRM_HOST",
        "OSRM_PORT",
        # Python
        "PYTHONUNBUFFERED",
        "PYTHONDONTWRITEBYTECODE",
        "PATH",
    }
)
KNOWN: Final = frozenset(name.upper() for name in Env.model_fields) | PROCFILE_VARIABLES | READ_BY_OTHERS
"""Every variable that a process of the platform reads."""


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text()))


def example() -> dict[str, str]:
    """deploy/env.example: the variables that are set, and those that are shown as a comment."""
    lines = re.findall(r"^#?([A-Z][A-Z0-9_]*)=(.*)$", (DEPLOY / "env.example").read_text(), re.M)
    return dict(lines)
