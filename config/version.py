"""The version of this release, by SemVer: CHANGELOG.md says what changed, deploy/ names the same version."""

from typing import Final

VERSION: Final = "1.0.0"
