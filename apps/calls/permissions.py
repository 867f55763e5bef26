"""Access of the phone system."""

from hmac import compare_digest
from typing import Any

from django.conf import settings
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

HEADER = "X-Api-Key"


class HasCallsKey(BasePermission):
    """Requires CALLS_KEY in the header X-Api-Key; without a configured key, all requests are refused."""

    def has_permission(self, request: Request, view: Any) -> bool:
        key: str = settings.CALLS_KEY
        return bool(key) and compare_digest(request.headers.get(HEADER, "").encode(), key.encode())
