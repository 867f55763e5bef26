"""`make check`: the scripts of the first views stay within the limits of frontend/.size-limit.js."""

import subprocess

from scripts import frontend


def main() -> int:
    """Build the browser app if its sources changed, then measure; the tests use the same build."""
    frontend.build()
    return subprocess.run(["npm", "run", "--silent", "size"], cwd=frontend.FRONTEND, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main())
