"""docs/operations.md is complete."""

import re
from pathlib import Path

from config.env import Env
from embedded.procfile import read_procfile

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()


def test_every_environment_variable_is_explained() -> None:
    rows = {
        name
        for row in re.findall(r"^\| (`[A-Z0-9_`, ]+`) \|", PAGE, re.M)
        for name in re.findall(r"[A-Z0-9_]+", row)
    }
    assert {name.upper() for name in Env.model_fields} - rows == set()
    # The Procfile's own variables.
    commands = " ".join(read_procfile(ROOT / "Procfile").values())
    assert set(re.findall(r"\$\{(\w+)", commands)) - rows == set()


def test_every_process_of_the_procfile_is_explained() -> None:
    for name in read_procfile(ROOT / "Procfile"):
        assert re.search(rf"^\| {name} \|", PAGE, re.M)
