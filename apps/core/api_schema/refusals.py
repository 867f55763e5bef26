"""The error codes that an operation may return, from its access, its request and its app's list.

The list is `REFUSALS` in the module `refusals` of the view's app: domain codes by operation id.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny, IsAuthenticated

from apps.core.http.idempotency import HEADER as IDEMPOTENCY_HEADER

Codes = tuple[int, tuple[str, ...]]
Refusals = Mapping[int, set[str]]
OwnRefusals = Mapping[str, Mapping[int, tuple[str, ...]]]

INVALID: Final[Codes] = (400, ("invalid",))
IDEMPOTENCY: Final[tuple[Codes, ...]] = (
    (409, ("idempotency_in_flight",)),
    (422, ("idempotency_key_reused",)),
)
TOO_LARGE: Final[Codes] = (413, ("image_too_large", "too_large"))
"""Either code, because the limit depends on the content type of the request."""


def refusals_of(view: Any, method: str, operation: Mapping[str, Any]) -> Refusals:
    """Return the codes per status of a view's method."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    own = own_refusals(type(view).__module__).get(operation["operationId"], {})
    for status, codes in (*_of_framework(view, method, operation), *own.items()):
        found[status].update(codes)
    return found


def own_refusals(module: str) -> OwnRefusals:
    """Return the list of a module's app; empty if it has none."""
    name = ".".join([*module.split(".")[:2], "refusals"])
    own: OwnRefusals = import_module(name).REFUSALS if find_spec(name) else {}
    return own


def _of_framework(view: Any, method: str, operation: Mapping[str, Any]) -> Iterator[Codes]:
    # Every JSON body is parsed, whether expected or not.
    yield INVALID
    yield (503, ("unavailable",))
    yield from _of_access(view, method)
    parameters = operation.get("parameters", ())
    names = {(parameter["in"], parameter["name"]) for parameter in parameters}
    if ("query", "cursor") in names or any(place == "path" for place, _name in names):
        yield (404, ("not_found",))
    if "requestBody" in operation:
        yield TOO_LARGE
    # Views that accept any reply type do not check the body's type either.
    if view.content_negotiation_class is DefaultContentNegotiation:
        yield (406, ("not_acceptable",))
        if "requestBody" in operation:
            yield (415, ("unsupported_media_type",))
    if ("header", IDEMPOTENCY_HEADER) in names:
        yield from IDEMPOTENCY
    if view.throttle_classes and getattr(view, "throttle_scope", None):
        yield (429, ("too_many_requests",))


def _of_access(view: Any, method: str) -> Iterator[Codes]:
    permissions = view.get_permissions()
    is_open = any(isinstance(permission, AllowAny) for permission in permissions)
    for authentication in view.authentication_classes:
        yield from getattr(authentication, "refusals", ())
        if not is_open and method not in getattr(view, "before_two_factor_setup", ()):
            yield from getattr(authentication, "refusals_of_staff", ())
    if not is_open and not all(type(permission) is IsAuthenticated for permission in permissions):
        yield (403, ("forbidden",))
