"""Permissions: every endpoint of the URL configuration as every kind of caller.

An endpoint without a row fails, and so does a row without an endpoint. The callers come in pairs where
it matters whose things they are: ada's booking, bob's trip, fay's fleet; cleo, ben and fred are the others.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.permissions import IsAuthenticated
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import OutboxEntry
from apps.core.platform import platform_settings
from apps.exports.lists import registered_lists
from apps.fares.models import CarType
from tests.bookings.builders import make_booking, put_online
from tests.personas import client_of, make_user

CALLERS: Final = ("visitor", "ada", "cleo", "bob", "ben", "fay", "fred", "dora")
METHODS: Final = ("get", "post", "put", "patch", "delete")
FUNCTIONS: Final = "/functions/"
PREFIXES: Final = {"api/v1/": "", "functions/": FUNCTIONS}
"""The apps in the table, and their path prefixes."""

IN: Final = 200
"""Allowed: any reply of the endpoint except a refusal because of the caller."""

#                                visitor ada cleo bob  ben  fay  fred dora
PUBLIC: Final = (IN,) * 8
SIGNED_IN: Final = (401, IN, IN, IN, IN, IN, IN, IN)
DRIVERS: Final = (401, 403, 403, IN, IN, 403, 403, 403)
WALLETS: Final = (401, IN, IN, IN, IN, 403, 403, 403)
BACK_OFFICE: Final = (401, 403, 403, 403, 403, IN, IN, IN)
ADMINS: Final = (401, 403, 403, 403, 403, 403, 403, IN)
KEY_ONLY: Final = (403,) * 8
"""Only with a key of the operator's own systems."""
NO_CALLER: Final = (401,) * 8
"""Only with the cookie, which no caller here has."""
RIDE_SEEKERS: Final = (IN, IN, IN, 403, 403, 403, 403, IN)
BOOKERS: Final = (401, IN, IN, 403, 403, 403, 403, IN)

SEE_TRIP: Final = (401, IN, 404, IN, 404, IN, 404, IN)
"""The rider, the driver, the driver's fleet admin, and admins; not found for others."""
DRIVER_OF_TRIP: Final = (401, 403, 404, IN, 404, 403, 404, 403)
ONLY_DRIVER_OF_TRIP: Final = (401, 403, 403, IN, 404, 403, 403, 403)
RIDER_OF_TRIP: Final = (401, IN, 404, 403, 404, 403, 404, 403)
PAYER_OF_TRIP: Final = (401, IN, 404, 404, 404, 404, 404, 404)
"""By card: the rider only, not even admins."""
TRIES_OF_TRIP: Final = (401, IN, 404, 404, 404, 404, 404, IN)
CANCEL_TRIP: Final = (401, IN, 404, IN, 404, 403, 404, IN)
PARTY_OF_TRIP: Final = (401, IN, 404, IN, 404, 403, 404, 403)
"""Rider and driver; admins may read."""
CANCEL_FEE_OF_TRIP: Final = (401, IN, 404, 403, 404, 403, 404, IN)
PAYMENT_OF_TRIP: Final = (401, 403, 404, IN, 404, 403, 404, IN)
ADMIN_OF_TRIP: Final = (401, 403, 404, 403, 404, 403, 404, IN)
NO_SHOW_OF_TRIP: Final = (401, 403, 404, IN, 404, 403, 404, IN)
SEARCH_OF_TRIP: Final = (401, IN, 404, 403, 404, 403, 404, IN)
STOPS_OF_TRIP: Final = (401, IN, 404, 403, 404, 403, 404, IN)
SPOT: Final = {"lat": 50.70, "lng": -1.29}


@dataclass(frozen=True)
class Row:
    """An endpoint: what each caller gets and sends."""

    cells: tuple[int, ...]
    body: dict[str, Any] = field(default_factory=dict)
    status: Status | None = None
    """The endpoint needs a booking of ada in this status, driven by bob from ACCEPTED on."""


def move(cells: tuple[int, ...], status: Status, **body: Any) -> Row:
    return Row(cells, body, status)


OF_USER_TYPES: Final = {1: ADMINS, 2: BACK_OFFICE, len(UserType.values): SIGNED_IN}


def _cells_of(permission: Any) -> tuple[int, ...]:
    return SIGNED_IN if permission is IsAuthenticated else OF_USER_TYPES[len(permission.user_types)]


LISTS: Final = {
    ("get", spec.path): Row(_cells_of(spec.permission)) for spec in registered_lists() if spec.path
}
"""The rows of the lists, from their permission; OPEN_LISTS names those that are not for admins only."""
OPEN_LISTS: Final[dict[str, tuple[int, ...]]] = {
    "me/wallet/history/": SIGNED_IN,
    "reports/driver-earnings/": BACK_OFFICE,
    "drivers/": BACK_OFFICE,
    "vehicles/": BACK_OFFICE,
    "documents/": BACK_OFFICE,
    "shifts/": BACK_OFFICE,
    "cases/": BACK_OFFICE,
    "bookings/": SIGNED_IN,
}

ROWS: Final[dict[tuple[str, str], Row]] = LISTS | {
    ("get", "countries/"): Row(PUBLIC),
    ("get", "setup/"): Row(PUBLIC),
    ("post", "setup/"): Row(PUBLIC),
    ("post", "auth/sign-up/"): Row(PUBLIC),
    ("post", "auth/validate-referrer/"): Row(PUBLIC),
    ("post", "auth/sign-in/"): Row(PUBLIC),
    ("post", "auth/refresh/"): Row(NO_CALLER),
    ("post", "auth/sign-out/"): Row(PUBLIC),
    ("post", "auth/sign-out-everywhere/"): Row(SIGNED_IN),
    ("post", "auth/password/forgot/"): Row(PUBLIC),
    ("post", "auth/password/reset/"): Row(PUBLIC),
    ("post", "auth/email/verify/"): Row(PUBLIC),
    ("post", "auth/email/resend/"): Row(PUBLIC),
    ("post", "auth/two-factor/"): Row(PUBLIC),
    ("post", "auth/passkey/options/"): Row(PUBLIC),
    ("post", "auth/passkey/"): Row(PUBLIC),
    ("get", "me/passkeys/"): Row(SIGNED_IN),
    ("post", "me/passkeys/"): Row(SIGNED_IN),
    ("post", "me/passkeys/options/"): Row(SIGNED_IN),
    ("patch", "me/passkeys/<int:pk>/"): Row(SIGNED_IN),
    ("post", "me/passkeys/<int:pk>/remove/"): Row(SIGNED_IN),
    ("get", "me/two-factor/"): Row(BACK_OFFICE),
    ("post", "me/two-factor/setup/"): Row(BACK_OFFICE),
    ("post", "me/two-factor/confirm/"): Row(BACK_OFFICE),
    ("post", "me/two-factor/recovery-codes/"): Row(BACK_OFFICE),
    ("post", "me/two-factor/turn-off/"): Row(BACK_OFFICE),
    ("get", "staff-roles/"): Row(ADMINS),
    ("post", "staff-roles/"): Row(ADMINS),
    ("patch", "staff-roles/<int:pk>/"): Row(ADMINS),
    ("delete", "staff-roles/<int:pk>/"): Row(ADMINS),
    ("get", "terms/"): Row(PUBLIC),
    ("get", "me/consents/"): Row(SIGNED_IN),
    ("post", "me/consents/"): Row(SIGNED_IN),
    ("get", "terms-versions/"): Row(ADMINS),
    ("post", "terms-versions/"): Row(ADMINS),
    ("patch", "terms-versions/<int:pk>/"): Row(ADMINS),
    ("delete", "terms-versions/<int:pk>/"): Row(ADMINS),
    ("post", "terms-versions/<int:pk>/publish/"): Row(ADMINS),
    ("get", "me/sessions/"): Row(SIGNED_IN),
    ("delete", "me/sessions/<slug:family>/"): Row(SIGNED_IN),
    ("post", "me/password/"): Row(SIGNED_IN),
    ("post", "me/email/"): Row(SIGNED_IN),
    ("get", "auth/captcha/"): Row(PUBLIC),
    ("post", "auth/phone/"): Row(PUBLIC),
    ("post", "auth/phone/verify/"): Row(PUBLIC),
    ("post", "auth/phone/cancel/"): Row(PUBLIC),
    ("post", "auth/social/<str:provider>/start/"): Row(PUBLIC),
    ("post", "auth/social/finish/"): Row(PUBLIC),
    ("post", "me/mobile/"): Row(SIGNED_IN),
    ("post", "me/mobile/confirm/"): Row(SIGNED_IN),
    ("get", "me/"): Row(SIGNED_IN),
    ("patch", "me/"): Row(SIGNED_IN),
    ("put", "me/availability/"): Row(DRIVERS, {"active": False}),
    ("get", "me/views/"): Row(BACK_OFFICE),
    ("post", "me/views/"): Row(BACK_OFFICE, {"list": "riders", "name": "New"}),
    ("delete", "me/views/<int:pk>/"): Row(BACK_OFFICE),
    ("get", "me/addresses/"): Row(SIGNED_IN),
    ("post", "me/addresses/"): Row(SIGNED_IN, {"description": "Home", **SPOT}),
    ("patch", "me/addresses/<int:pk>/"): Row(SIGNED_IN, {"description": "Home"}),
    ("delete", "me/addresses/<int:pk>/"): Row(SIGNED_IN),
    ("put", "me/photo/"): Row(SIGNED_IN),
    ("delete", "me/photo/"): Row(SIGNED_IN),
    ("put", "me/license-image/"): Row(DRIVERS),
    ("patch", "me/vehicle/"): Row(DRIVERS),
    ("post", "auth/license-image/"): Row(PUBLIC),
    ("get", "me/inbox/"): Row(SIGNED_IN),
    ("post", "me/inbox/read/"): Row(SIGNED_IN),
    ("get", "me/devices/"): Row(SIGNED_IN),
    ("post", "me/devices/"): Row(SIGNED_IN),
    ("delete", "me/devices/<int:pk>/"): Row(SIGNED_IN),
    ("get", "push/config/"): Row(SIGNED_IN),
    ("post", "outbox/session/"): Row(ADMINS),
    ("post", "notifications/"): Row(ADMINS),
    ("post", "notifications/count/"): Row(ADMINS, {"device_type": "All", "user_type": "All"}),
    ("get", "notifications/<int:pk>/"): Row(ADMINS),
    ("patch", "notifications/<int:pk>/"): Row(ADMINS),
    ("delete", "notifications/<int:pk>/"): Row(ADMINS),
    ("post", "notifications/<int:pk>/send/"): Row(ADMINS),
    ("get", "me/wallet/"): Row(SIGNED_IN),
    ("get", "me/wallet/withdrawals/"): Row(WALLETS),
    ("post", "me/wallet/withdrawals/"): Row(DRIVERS, {"amount": "5"}),
    ("post", "withdrawals/<int:pk>/process/"): Row(ADMINS),
    ("post", "withdrawals/<int:pk>/reject/"): Row(ADMINS, {"reason": "Closed."}),
    ("get", "withdrawals/batches/"): Row(ADMINS),
    ("post", "withdrawals/batches/"): Row(ADMINS),
    ("get", "withdrawals/batches/<int:pk>/file/"): Row(ADMINS),
    ("post", "withdrawals/batches/<int:pk>/process/"): Row(ADMINS),
    ("get", "wallets/"): Row(ADMINS),
    ("post", "riders/"): Row(ADMINS),
    ("post", "drivers/"): Row(BACK_OFFICE),
    ("post", "fleet-admins/"): Row(ADMINS),
    ("post", "admins/"): Row(ADMINS),
    ("post", "people/<int:pk>/two-factor/reset/"): Row(ADMINS),
    ("delete", "people/<int:pk>/passkeys/<int:passkey_id>/"): Row(ADMINS),
    ("post", "people/<int:pk>/data-export/"): Row(ADMINS),
    ("post", "me/data-export/"): Row(SIGNED_IN),
    ("post", "me/delete/"): Row(SIGNED_IN),
    ("get", "people/<int:pk>/"): Row(BACK_OFFICE),
    ("patch", "people/<int:pk>/"): Row(BACK_OFFICE),
    ("delete", "people/<int:pk>/"): Row(BACK_OFFICE),
    ("put", "people/<int:pk>/photo/"): Row(BACK_OFFICE),
    ("delete", "people/<int:pk>/photo/"): Row(BACK_OFFICE),
    ("get", "people/<int:pk>/ratings/"): Row(BACK_OFFICE),
    ("get", "people/<int:pk>/presence/"): Row(BACK_OFFICE),
    ("get", "riders/<int:pk>/places/"): Row(ADMINS),
    ("get", "people/<int:pk>/documents/"): Row(BACK_OFFICE),
    ("post", "people/<int:pk>/documents/"): Row(BACK_OFFICE),
    ("patch", "driver-documents/<int:pk>/"): Row(BACK_OFFICE),
    ("delete", "driver-documents/<int:pk>/"): Row(BACK_OFFICE),
    ("post", "people/import/preview/"): Row(BACK_OFFICE),
    ("post", "people/import/apply/"): Row(BACK_OFFICE),
    ("post", "users/<int:pk>/wallet/credit/"): Row(ADMINS, {"amount": "5"}),
    ("post", "users/<int:pk>/wallet/debit/"): Row(ADMINS, {"amount": "5", "note": "Typed twice"}),
    ("get", "users/<int:pk>/owed-fees/"): Row(ADMINS),
    ("post", "owed-fees/<int:pk>/write-off/"): Row(ADMINS, {"reason": "x"}),
    ("get", "users/<int:pk>/wallet/history/"): Row(ADMINS),
    ("get", "me/wallet/top-ups/"): Row(SIGNED_IN),
    ("post", "me/wallet/top-ups/"): Row(SIGNED_IN, {"provider": "none", "amount": "5"}),
    ("post", "calls/"): Row(KEY_ONLY, {"id": "1", "state": "ringing"}),
    ("get", "calls/live/"): Row(ADMINS),
    ("get", "payment-providers/"): Row(PUBLIC),
    ("get", "audit/kinds/"): Row(ADMINS),
    ("get", "settings/"): Row(ADMINS),
    ("patch", "settings/"): Row(ADMINS),
    ("get", "app-info/"): Row(ADMINS),
    ("patch", "app-info/"): Row(ADMINS),
    ("put", "app-info/logo/"): Row(ADMINS),
    ("delete", "app-info/logo/"): Row(ADMINS),
    ("post", "app-info/test-email/"): Row(ADMINS),
    ("get", "languages/"): Row(PUBLIC),
    ("post", "languages/"): Row(ADMINS),
    ("get", "languages/<int:pk>/"): Row(ADMINS),
    ("patch", "languages/<int:pk>/"): Row(ADMINS),
    ("delete", "languages/<int:pk>/"): Row(ADMINS),
    ("post", "languages/<int:pk>/make-default/"): Row(ADMINS),
    ("get", "languages/<int:pk>/words/"): Row(ADMINS),
    ("patch", "languages/<int:pk>/words/"): Row(ADMINS),
    ("get", "languages/<int:pk>/export/"): Row(ADMINS),
    ("post", "languages/<int:pk>/import/"): Row(ADMINS),
    ("get", "languages/<slug:code>/translations/"): Row(PUBLIC),
    ("get", "payment-accounts/"): Row(ADMINS),
    ("put", "payment-accounts/<slug:provider>/<slug:mode>/"): Row(ADMINS),
    ("post", "payment-accounts/<slug:provider>/<slug:mode>/check/"): Row(ADMINS),
    ("get", "payments/bookings/<int:pk>/"): Row(TRIES_OF_TRIP, status=Status.PENDING),
    ("post", "payments/bookings/<int:pk>/"): Row(PAYER_OF_TRIP, {"provider": "none"}, Status.PENDING),
    ("get", "payments/attempts/<slug:ref>/"): Row(ADMINS),
    ("get", "payments/checkouts/<slug:ref>/"): Row(SIGNED_IN),
    ("post", "payments/checkouts/<slug:ref>/check/"): Row(SIGNED_IN),
    ("post", "payments/checkouts/<slug:ref>/submit/"): Row(SIGNED_IN),
    ("post", "payments/checkouts/<slug:ref>/refund/"): Row(ADMINS, {"amount": "1"}),
    ("get", "payments/test/pages/<slug:ref>/"): Row(PUBLIC),
    ("post", "payments/test/pages/<slug:ref>/"): Row(PUBLIC),
    ("post", "payments/<slug:provider>/start/"): Row(PUBLIC),
    ("get", "payments/<slug:provider>/webhook/"): Row(PUBLIC),
    ("post", "payments/<slug:provider>/webhook/"): Row(PUBLIC),
    ("get", "payments/<slug:provider>/go/<slug:ref>/"): Row(PUBLIC),
    ("get", "payments/<slug:provider>/card/<slug:ref>/"): Row(PUBLIC),
    ("post", "payments/<slug:provider>/card/<slug:ref>/"): Row(PUBLIC),
    ("get", "payments/<slug:provider>/return/<slug:ref>/"): Row(PUBLIC),
    ("post", "payments/<slug:provider>/return/<slug:ref>/"): Row(PUBLIC),
    ("get", "payments/<slug:provider>/cancel/<slug:ref>/"): Row(PUBLIC),
    ("post", "payments/<slug:provider>/cancel/<slug:ref>/"): Row(PUBLIC),
    ("get", f"{FUNCTIONS}get_providers"): Row(PUBLIC),
    ("get", "me/earnings/"): Row(DRIVERS),
    ("get", "me/statements/"): Row(DRIVERS),
    ("get", "me/statements/<slug:week>/"): Row(DRIVERS),
    ("get", "drivers/<int:pk>/statements/"): Row(BACK_OFFICE),
    ("get", "drivers/<int:pk>/statements/<slug:week>/"): Row(BACK_OFFICE),
    ("get", "me/tasks/"): Row(DRIVERS),
    ("get", "me/meter/"): Row(DRIVERS),
    ("post", "me/street-trips/"): Row(DRIVERS),
    ("get", "me/scheduled/"): Row(DRIVERS),
    ("post", "me/scheduled/<int:pk>/confirm/"): Row(DRIVERS),
    ("post", "me/scheduled/<int:pk>/decline/"): Row(DRIVERS),
    ("get", "me/eligibility/"): Row(DRIVERS),
    ("get", "me/documents/"): Row(DRIVERS),
    ("get", "me/shift/"): Row(DRIVERS),
    ("post", "me/shift/start/"): Row(DRIVERS),
    ("post", "me/shift/break/"): Row(DRIVERS),
    ("post", "me/shift/resume/"): Row(DRIVERS),
    ("post", "me/shift/end/"): Row(DRIVERS),
    ("get", "me/rank/"): Row(DRIVERS),
    ("post", "me/rank/"): Row(DRIVERS),
    ("post", "me/rank/leave/"): Row(DRIVERS),
    ("post", "ranks/"): Row(ADMINS),
    ("get", "ranks/<int:pk>/"): Row(ADMINS),
    ("patch", "ranks/<int:pk>/"): Row(ADMINS),
    ("delete", "ranks/<int:pk>/"): Row(ADMINS),
    ("get", "ranks/<int:pk>/queue/"): Row(ADMINS),
    ("get", "ranks/<int:pk>/places/"): Row(ADMINS),
    ("post", "ranks/places/<int:pk>/remove/"): Row(ADMINS),
    ("post", "me/documents/"): Row(DRIVERS),
    ("post", "vehicles/"): Row(BACK_OFFICE),
    ("get", "vehicles/<int:pk>/"): Row(BACK_OFFICE),
    ("patch", "vehicles/<int:pk>/"): Row(BACK_OFFICE),
    ("delete", "vehicles/<int:pk>/"): Row(BACK_OFFICE),
    ("post", "vehicles/<int:pk>/assign/"): Row(BACK_OFFICE),
    ("post", "vehicles/<int:pk>/unassign/"): Row(BACK_OFFICE),
    ("get", "vehicles/<int:pk>/assignments/"): Row(BACK_OFFICE),
    ("get", "vehicles/<int:pk>/documents/"): Row(BACK_OFFICE),
    ("post", "vehicles/<int:pk>/documents/"): Row(BACK_OFFICE),
    ("post", "requirements/"): Row(ADMINS),
    ("patch", "requirements/<int:pk>/"): Row(ADMINS),
    ("delete", "requirements/<int:pk>/"): Row(ADMINS),
    ("get", "documents/<int:pk>/"): Row(BACK_OFFICE),
    ("post", "documents/<int:pk>/accept/"): Row(BACK_OFFICE),
    ("post", "documents/<int:pk>/reject/"): Row(BACK_OFFICE),
    ("post", "me/location/"): Row(DRIVERS, {"points": []}),
    ("post", "realtime/ticket/"): Row(SIGNED_IN),
    ("post", "realtime/spans/"): Row(SIGNED_IN, {"spans": []}),
    ("get", "settings/public/"): Row(PUBLIC),
    ("get", "retention/"): Row(PUBLIC),
    ("get", "dashboard/"): Row(BACK_OFFICE),
    ("get", "dashboard/drivers/"): Row(BACK_OFFICE),
    ("get", "dashboard/chart/"): Row(BACK_OFFICE),
    ("get", "dashboard/alerts/"): Row(BACK_OFFICE),
    ("get", "approvals/<int:pk>/"): Row(ADMINS),
    ("post", "approvals/<int:pk>/approve/"): Row(ADMINS),
    ("post", "approvals/<int:pk>/refuse/"): Row(ADMINS),
    ("post", "approvals/<int:pk>/cancel/"): Row(ADMINS),
    ("post", "cases/"): Row(ADMINS),
    ("get", "cases/<int:pk>/"): Row(BACK_OFFICE),
    ("patch", "cases/<int:pk>/"): Row(ADMINS),
    ("post", "cases/<int:pk>/messages/"): Row(BACK_OFFICE),
    ("post", "cases/<int:pk>/close/"): Row(ADMINS),
    ("post", "cases/<int:pk>/reopen/"): Row(ADMINS),
    ("post", "me/case-photos/"): Row(SIGNED_IN),
    ("get", "me/cases/"): Row(WALLETS),
    ("post", "me/cases/"): Row(WALLETS),
    ("get", "me/cases/<int:pk>/"): Row(WALLETS),
    ("post", "me/cases/<int:pk>/messages/"): Row(WALLETS),
    ("get", "notes/"): Row(ADMINS),
    ("post", "notes/"): Row(ADMINS),
    ("delete", "notes/<int:pk>/"): Row(ADMINS),
    ("get", "status/"): Row(ADMINS),
    ("get", "desk/board/"): Row(BACK_OFFICE),
    ("get", "desk/drivers/"): Row(BACK_OFFICE),
    ("post", "desk/drivers/<int:pk>/offline/"): Row(BACK_OFFICE, {"reason": ""}),
    ("get", "people/<int:pk>/merge/"): Row(ADMINS, {"into": 0}),
    ("post", "people/<int:pk>/merge/"): Row(ADMINS, {"into": 0}),
    ("get", "desk/messages/"): Row(BACK_OFFICE),
    ("get", "desk/messages/<int:pk>/"): Row(BACK_OFFICE),
    ("post", "desk/messages/"): Row(BACK_OFFICE, {"drivers": [], "text": "Hello"}),
    ("get", "car-types/"): Row(PUBLIC),
    ("post", "car-types/"): Row(ADMINS),
    ("get", "car-types/all/"): Row(ADMINS),
    ("post", "car-types/preview/"): Row(ADMINS),
    ("patch", "car-types/<int:pk>/"): Row(ADMINS),
    ("delete", "car-types/<int:pk>/"): Row(ADMINS),
    ("put", "car-types/<int:pk>/image/"): Row(ADMINS),
    ("delete", "car-types/<int:pk>/image/"): Row(ADMINS),
    ("post", "car-types/<int:pk>/move/"): Row(ADMINS, {"to": 0}),
    ("get", "promos/"): Row(BOOKERS),
    ("post", "promos/"): Row(ADMINS),
    ("patch", "promos/<int:pk>/"): Row(ADMINS),
    ("delete", "promos/<int:pk>/"): Row(ADMINS),
    ("post", "promos/check/"): Row(BOOKERS, {"promo_name": "none", "trip_cost": "10"}),
    ("post", "tariffs/"): Row(ADMINS),
    ("get", "tariffs/periods/"): Row(ADMINS),
    ("delete", "tariffs/periods/<int:pk>/"): Row(ADMINS),
    ("get", "tariffs/<int:pk>/"): Row(ADMINS),
    ("patch", "tariffs/<int:pk>/"): Row(ADMINS),
    ("delete", "tariffs/<int:pk>/"): Row(ADMINS),
    ("get", "tariffs/<int:pk>/file/"): Row(ADMINS),
    ("post", "tariffs/<int:pk>/preview/"): Row(ADMINS),
    ("post", "tariffs/<int:pk>/fees/"): Row(ADMINS),
    ("post", "tariffs/<int:pk>/publish/"): Row(ADMINS),
    ("post", "tariffs/check/"): Row(ADMINS, {"document": {}}),
    ("post", "tariffs/compare/"): Row(ADMINS),
    ("post", "tariffs/use-car-types/"): Row(ADMINS),
    ("get", "desk/demand/"): Row(BACK_OFFICE),
    ("get", "driver/heat-map/"): Row(DRIVERS),
    ("get", "quotes/summary/"): Row(ADMINS),
    ("get", "surge/"): Row(ADMINS),
    ("post", "surge/stop/"): Row(ADMINS),
    ("post", "surge/resume/"): Row(ADMINS),
    ("get", "replays/"): Row(ADMINS),
    ("post", "replays/"): Row(ADMINS),
    ("get", "replays/<int:pk>/"): Row(ADMINS),
    ("delete", "replays/<int:pk>/"): Row(ADMINS),
    ("get", "replays/<int:pk>/results/"): Row(ADMINS),
    ("get", "replays/<int:pk>/drivers/"): Row(ADMINS),
    ("get", "replays/<int:pk>/drivers/<int:driver_id>/"): Row(ADMINS),
    ("get", "replays/<int:pk>/riders/"): Row(ADMINS),
    ("post", "public-holidays/"): Row(ADMINS),
    ("delete", "public-holidays/<int:pk>/"): Row(ADMINS),
    ("get", "cancel-reasons/"): Row(PUBLIC),
    ("post", "cancel-reasons/"): Row(ADMINS),
    ("patch", "cancel-reasons/<int:pk>/"): Row(ADMINS, {"label": "Too late"}),
    ("delete", "cancel-reasons/<int:pk>/"): Row(ADMINS),
    ("post", "cancel-reasons/<int:pk>/move/"): Row(ADMINS, {"to": 0}),
    ("get", "map/"): Row(PUBLIC),
    ("get", "places/autocomplete/"): Row(PUBLIC),
    ("get", "places/reverse/"): Row(PUBLIC),
    ("get", "places/<str:place_id>/"): Row(PUBLIC),
    ("post", "routes/"): Row(PUBLIC),
    ("post", "routes/matrix/"): Row(SIGNED_IN),
    ("get", "free-cars/"): Row(PUBLIC),
    ("post", "estimates/"): Row(RIDE_SEEKERS, {"pickup": SPOT, "drop": SPOT}),
    ("post", "bookings/"): Row(BOOKERS, {"quote_id": "none"}),
    ("post", "exports/"): Row(SIGNED_IN, {"kind": "bookings", "format": "csv"}),
    ("get", "exports/<int:pk>/"): Row(SIGNED_IN),
    ("delete", "exports/<int:pk>/"): Row(SIGNED_IN),
    ("get", "bookings/<int:pk>/"): move(SEE_TRIP, Status.STARTED),
    ("get", "bookings/<int:pk>/events/"): move(SEE_TRIP, Status.STARTED),
    ("get", "bookings/<int:pk>/track/"): move(SEE_TRIP, Status.STARTED),
    ("get", "bookings/<int:pk>/offers/"): move((401, 403, 403, 403, 403, 403, 403, IN), Status.NEW),
    ("get", "bookings/<int:pk>/drivers/"): move((401, 403, 403, 403, 403, 403, 403, IN), Status.NEW),
    ("post", "bookings/<int:pk>/accept/"): move(DRIVER_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/decline/"): move(DRIVER_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/arrive/"): move(DRIVER_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/start/"): move(DRIVER_OF_TRIP, Status.ARRIVED),
    ("post", "bookings/<int:pk>/reach/"): move(DRIVER_OF_TRIP, Status.STARTED),
    ("post", "bookings/<int:pk>/reach-stop/"): move(DRIVER_OF_TRIP, Status.STARTED, stop=1),
    ("post", "bookings/<int:pk>/leave-stop/"): move(DRIVER_OF_TRIP, Status.STARTED, stop=1),
    ("post", "bookings/<int:pk>/stops-preview/"): move(STOPS_OF_TRIP, Status.STARTED, stops=[]),
    ("post", "bookings/<int:pk>/change-stops/"): move(STOPS_OF_TRIP, Status.STARTED, quote_id="seen"),
    ("post", "bookings/<int:pk>/collect-cash/"): move(DRIVER_OF_TRIP, Status.REACHED),
    ("post", "bookings/<int:pk>/request-payment/"): move(PAYMENT_OF_TRIP, Status.REACHED),
    ("post", "bookings/<int:pk>/pay/"): move(RIDER_OF_TRIP, Status.PENDING, method="wallet"),
    ("post", "bookings/<int:pk>/promo/"): move(RIDER_OF_TRIP, Status.PENDING, promo_name="none"),
    ("delete", "bookings/<int:pk>/promo/"): move(RIDER_OF_TRIP, Status.PENDING),
    ("get", "bookings/<int:pk>/cancel-preview/"): move(CANCEL_FEE_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/complete/"): move(RIDER_OF_TRIP, Status.PAID),
    ("post", "bookings/<int:pk>/receipt/email/"): move(RIDER_OF_TRIP, Status.PAID),
    ("post", "bookings/<int:pk>/rate-rider/"): move(DRIVER_OF_TRIP, Status.PAID, rating=5),
    ("post", "bookings/<int:pk>/cancel/"): move(CANCEL_TRIP, Status.ACCEPTED, reason="Changed my mind"),
    ("post", "bookings/<int:pk>/no-show/"): move(NO_SHOW_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/search/"): move(SEARCH_OF_TRIP, Status.ACCEPTED, action="wait"),
    ("post", "bookings/<int:pk>/book-later/"): move(
        RIDER_OF_TRIP, Status.ACCEPTED, trip_date="2099-01-01T10:00"
    ),
    ("post", "bookings/<int:pk>/assign/"): move(ADMIN_OF_TRIP, Status.ACCEPTED, driver_id=1),
    ("post", "bookings/<int:pk>/plan/"): move(ADMIN_OF_TRIP, Status.ACCEPTED, driver_id=1),
    ("post", "bookings/<int:pk>/cancel-plan/"): move(ADMIN_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/plan-backup/"): move(ADMIN_OF_TRIP, Status.STARTED, driver_id=1),
    ("post", "bookings/<int:pk>/cancel-backup/"): move(ADMIN_OF_TRIP, Status.STARTED),
    ("post", "bookings/<int:pk>/use-backup/"): move(ADMIN_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/hold/"): move(ADMIN_OF_TRIP, Status.ACCEPTED, until="2099-01-01T10:00"),
    ("post", "bookings/<int:pk>/release-hold/"): move(ADMIN_OF_TRIP, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/edit-preview/"): move(
        (401, 403, 403, 403, 403, 403, 403, IN), Status.NEW, trip_date="2099-01-01T10:00"
    ),
    ("post", "bookings/<int:pk>/edit/"): move(ADMIN_OF_TRIP, Status.ACCEPTED, revision="seen"),
    ("post", "bookings/<int:pk>/adjust-fare/"): move(
        ADMIN_OF_TRIP, Status.PENDING, trip_cost="1", reason="Detour"
    ),
    ("post", "bookings/<int:pk>/refund/"): move(ADMIN_OF_TRIP, Status.PAID, amount="1", reason="Detour"),
    ("post", "bookings/<int:pk>/tip/"): move(RIDER_OF_TRIP, Status.PAID, amount="1"),
    ("post", "bookings/<int:pk>/unassign/"): move(ADMIN_OF_TRIP, Status.ACCEPTED, reason="Flat tyre"),
    ("post", "bookings/<int:pk>/reassign/"): move(
        ADMIN_OF_TRIP, Status.ACCEPTED, driver_id=1, reason="Flat tyre"
    ),
    ("post", "bookings/<int:pk>/record-payment/"): move(ADMIN_OF_TRIP, Status.PENDING, reason="Paid by hand"),
    ("post", "bookings/<int:pk>/write-off/"): move(ADMIN_OF_TRIP, Status.PENDING, reason="Uncollectable"),
    ("post", "bookings/<int:pk>/force-end/"): move(ADMIN_OF_TRIP, Status.STARTED, reason="It hangs"),
    ("get", "bookings/<int:pk>/receipt/"): move(SEE_TRIP, Status.COMPLETE),
    ("put", "bookings/<int:pk>/images/pickup/"): move(DRIVER_OF_TRIP, Status.ARRIVED),
    ("put", "bookings/<int:pk>/images/deliver/"): move(DRIVER_OF_TRIP, Status.STARTED),
    ("post", "bookings/<int:pk>/share/"): move(RIDER_OF_TRIP, Status.STARTED),
    ("delete", "bookings/<int:pk>/share/"): move(RIDER_OF_TRIP, Status.STARTED),
    ("post", "bookings/<int:pk>/sos/"): move(PARTY_OF_TRIP, Status.STARTED),
    ("get", "sos/"): Row(ADMINS),
    ("post", "sos/<int:pk>/handle/"): Row(ADMINS),
    ("get", "shared/<str:token>/"): Row(PUBLIC),
    ("post", "bookings/<int:pk>/guest-link/"): move(ADMINS, Status.ACCEPTED),
    ("delete", "bookings/<int:pk>/guest-link/"): move(ADMINS, Status.ACCEPTED),
    ("post", "bookings/<int:pk>/passenger-link/"): move(ONLY_DRIVER_OF_TRIP, Status.STARTED),
    ("get", "register/file/"): Row(ADMINS),
    ("get", "inspector-accesses/"): Row(ADMINS),
    ("post", "inspector-accesses/"): Row(ADMINS),
    ("delete", "inspector-accesses/<int:pk>/"): Row(ADMINS),
    ("get", "inspection/<str:token>/"): Row(PUBLIC),
    ("get", "inspection/<str:token>/register/"): Row(PUBLIC),
    ("get", "inspection/<str:token>/file/"): Row(PUBLIC),
    ("get", "guest/<str:token>/"): Row(PUBLIC),
    ("get", "guest/<str:token>/cancel/preview/"): Row(PUBLIC),
    ("get", "guest/<str:token>/receipt/"): Row(PUBLIC),
    ("get", "guest/<str:token>/payment/"): Row(PUBLIC),
    ("post", "guest/<str:token>/payment/"): Row(PUBLIC),
    ("post", "guest/<str:token>/payment/check/"): Row(PUBLIC),
    ("post", "guest/<str:token>/cancel/"): Row(PUBLIC),
    ("get", "guest/<str:token>/messages/"): Row(PUBLIC),
    ("post", "guest/<str:token>/messages/"): Row(PUBLIC),
    ("get", "bookings/<int:pk>/messages/"): move(SEE_TRIP, Status.STARTED),
    ("post", "bookings/<int:pk>/messages/"): move(PARTY_OF_TRIP, Status.STARTED, message="Hi", client_id="a"),
    ("post", "bookings/<int:pk>/messages/read/"): move(PARTY_OF_TRIP, Status.STARTED, up_to=1),
    ("post", f"{FUNCTIONS}check_user_exists"): Row(PUBLIC),
    ("post", f"{FUNCTIONS}validate_referrer"): Row(PUBLIC),
    ("post", f"{FUNCTIONS}user_signup"): Row(PUBLIC),
    ("post", f"{FUNCTIONS}send_notification"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-autocomplete"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-getcoords"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-getroute"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-getaddress"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-getdrivetime"): Row(SIGNED_IN),
    ("post", f"{FUNCTIONS}googleapis-getmultiloctime"): Row(SIGNED_IN),
}


def endpoints() -> Iterator[tuple[str, str]]:
    """Return (method, path below /api/v1/) of every endpoint, and the paths of /functions/."""
    for pattern in get_resolver().url_patterns:
        if isinstance(pattern, URLResolver) and str(pattern.pattern) in PREFIXES:
            yield from _below(pattern, PREFIXES[str(pattern.pattern)])


def _below(resolver: URLResolver, prefix: str) -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        path = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _below(pattern, path)
        elif isinstance(pattern, URLPattern):
            yield from ((method, path) for method in _methods(pattern.callback))


def _methods(view: Any) -> list[str]:
    # A view set declares its methods by its routes, a view by its handlers.
    actions = getattr(view, "actions", None)
    return [method for method in METHODS if (method in actions if actions else hasattr(view.cls, method))]


@pytest.fixture
def callers(ada: User, cleo: User, bob: User, ben: User, fay: User, dora: User) -> dict[str, User | None]:
    fred = make_user("Fred", UserType.FLEET_ADMIN)
    people = {"ada": ada, "cleo": cleo, "bob": bob, "ben": ben, "fay": fay, "fred": fred, "dora": dora}
    return {"visitor": None, **people}


@pytest.fixture
def subject(callers: dict[str, User | None], economy: CarType) -> Callable[[Row], Booking | None]:
    """Return the booking of a row."""

    def make(row: Row) -> Booking | None:
        ada, bob = callers["ada"], callers["bob"]
        if row.status is None or ada is None or bob is None:
            return None
        put_online(bob)
        return make_booking(ada, economy, row.status, driver=None if row.status == Status.NEW else bob)

    return make


def call(client: APIClient, method: str, path: str, booking: Booking | None, body: dict[str, Any]) -> Any:
    path = path.replace("<int:pk>", str(booking.pk if booking else 0)).replace("<str:place_id>", "nowhere")
    path = re.sub(r"<slug:[a-z]+>", "nothing", path)
    path = re.sub(r"<int:[a-z_]+>", "0", path)
    return getattr(client, method)(path if path.startswith(FUNCTIONS) else f"/api/v1/{path}", body or None)


def test_every_endpoint_has_a_row_and_every_row_an_endpoint() -> None:
    there = set(endpoints())
    assert there - ROWS.keys() == set(), "endpoints without a row"
    assert ROWS.keys() - there == set(), "rows without an endpoint"


def test_only_the_open_lists_are_for_others_than_admins() -> None:
    assert {path: row.cells for (_get, path), row in LISTS.items() if row.cells != ADMINS} == OPEN_LISTS


@pytest.mark.parametrize(("method", "path"), list(ROWS), ids=[f"{m} {p}" for m, p in ROWS])
def test_callers_get_the_status_in_the_table(
    callers: dict[str, User | None],
    subject: Callable[[Row], Booking | None],
    method: str,
    path: str,
) -> None:
    # Roles are read with the settings: their row must not be rolled back with the first caller's savepoint.
    platform_settings()
    row = ROWS[method, path]
    booking = subject(row)
    got = {}
    for caller in CALLERS:
        point = transaction.savepoint()
        before = stored_data()
        response = call(client_of(callers[caller]), method, path, booking, row.body)
        got[caller] = outcome(response, is_about_a_booking=booking is not None)
        if got[caller] != IN:
            assert response.json()["code"]
            assert stored_data() == before
        transaction.savepoint_rollback(point)
    assert got == dict(zip(CALLERS, row.cells, strict=True))


def outcome(response: Any, *, is_about_a_booking: bool) -> int:
    refusals = {401, 403, 405} | ({404} if is_about_a_booking else set())
    status: int = response.status_code
    # 503 comes from the router, which does not run here.
    return IN if status not in refusals and (status < 500 or status == 503) else status


def stored_data() -> Any:
    """Return the data that a refusal must not change."""
    return list(Booking.objects.values()), OutboxEntry.objects.count()


@pytest.mark.parametrize(("method", "path"), list(ROWS), ids=[f"{m} {p}" for m, p in ROWS])
def test_disapproved_user_is_treated_as_a_visitor(ada: User, method: str, path: str) -> None:
    ada.approved = False
    ada.save(update_fields=["approved"])
    response = call(client_of(ada), method, path, None, ROWS[method, path].body)
    if response.status_code == 401:
        assert response.json()["code"] in {"require_approval", "not_logged_in"}
    else:
        assert ROWS[method, path].cells[0] in {IN, response.status_code}
