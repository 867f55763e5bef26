"""Parameters of the published schema that several endpoints have."""

from typing import Final

from drf_spectacular.utils import OpenApiParameter

IDEMPOTENCY_KEY: Final = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)
"""For views that are `idempotent`."""
