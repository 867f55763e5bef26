"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "guest_payment": {404: ("share_not_found",)},
    "guest_payment_begin": {
        400: ("no_provider_found",),
        404: ("share_not_found",),
        409: ("amount_not_taken", "payment_expired", "provider_refused", "wrong_status"),
        503: ("provider_unavailable",),
    },
    "guest_payment_check": {404: ("share_not_found",)},
    "me_wallet_top_ups_create": {
        400: ("no_details_error", "no_provider_found"),
        404: ("not_found",),
        409: ("amount_not_taken", "provider_refused"),
        503: ("provider_unavailable",),
    },
    "payment_accounts_check": {
        400: ("not_configured", "too_many_decimals"),
        403: ("demo_mode",),
        409: ("settings_changed",),
    },
    "payment_accounts_set": {
        400: ("not_configured", "too_many_decimals"),
        403: ("demo_mode",),
        409: ("credentials_refused", "credentials_unchecked", "settings_changed"),
    },
    "payments_pay_booking": {
        400: ("no_provider_found",),
        409: ("amount_not_taken", "payment_expired", "provider_refused", "wallet_enough", "wrong_status"),
        503: ("provider_unavailable",),
    },
    "payments_refund": {
        400: ("no_details_error",),
        403: ("demo_mode",),
        409: ("low_balance", "not_refundable"),
    },
    "payments_submit": {
        403: ("forbidden",),
        409: ("driver_busy", "payment_changed", "payment_expired", "provider_refused", "wrong_status"),
    },
    "payments_test_press": {429: ("too_many_requests",)},
}
