import shlex
import shutil
from pathlib import Path

import pytest

from tests.deploy.files import ROOT
from tests.deploy.test_dockerfile import INSTRUCTIONS, ignored


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder /app of the image but the build of the browser app, as .dockerignore and COPY make it."""
    root = tmp_path_factory.mktemp("image")
    runtime = max(position for position, (name, _) in enumerate(INSTRUCTIONS) if name == "FROM")
    for name, copied in INSTRUCTIONS[runtime:]:
        if name != "COPY" or copied.startswith("--from="):
            continue
        for source in shlex.split(copied)[:-1]:
            path = ROOT / source
            for file in [path] if path.is_file() else path.rglob("*"):
                inside = str(file.relative_to(ROOT))
                if file.is_file() and not ignored(inside):
                    (root / inside).parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(file, root / inside)
    return root
