"""The error codes of this app's operations, by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "me_wallet_history_list": {409: ("export_too_large",)},
    "me_withdrawals_create": {
        400: ("no_details_error",),
        403: ("withdraw_not_allowed",),
        409: ("bank_details_missing", "bonus_locked", "low_balance"),
    },
    "owed_fees_write_off": {403: ("demo_mode",), 409: ("fee_settled", "low_balance")},
    "users_wallet_credit": {400: ("no_details_error",), 409: ("approval_waiting", "low_balance")},
    "users_wallet_debit": {
        400: ("no_details_error", "note_required"),
        403: ("demo_mode",),
        409: ("approval_waiting", "low_balance"),
    },
    "users_wallet_history_list": {409: ("export_too_large",)},
    "withdrawals_batches_create": {
        403: ("demo_mode",),
        404: ("not_found",),
        409: (
            "already_processed",
            "already_rejected",
            "approval_waiting",
            "bank_details_missing",
            "nothing_to_pay",
            "withdrawal_in_batch",
        ),
    },
    "withdrawals_batches_file": {409: ("export_too_large",)},
    "withdrawals_batches_process": {
        403: ("demo_mode",),
        409: ("already_processed", "approval_waiting", "low_balance"),
    },
    "withdrawals_list": {409: ("export_too_large",)},
    "withdrawals_process": {
        403: ("demo_mode",),
        409: ("already_processed", "already_rejected", "approval_waiting", "low_balance"),
    },
    "withdrawals_reject": {
        403: ("demo_mode",),
        409: ("already_processed", "already_rejected", "approval_waiting", "low_balance"),
    },
}
