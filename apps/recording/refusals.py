"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {}
