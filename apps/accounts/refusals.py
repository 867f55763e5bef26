"""Error codes of this app by operation and status, for the published schema."""

from typing import Final

from apps.core.api_schema.refusals import OwnRefusals

REFUSALS: Final[OwnRefusals] = {
    "auth_email_verify_create": {400: ("verify_link_invalid",), 409: ("user_exists",)},
    "auth_license_image_create": {400: ("image_invalid",)},
    "auth_password_forgot_create": {403: ("demo_mode",)},
    "auth_password_reset_create": {
        400: ("password_alphaNumeric_check", "reset_link_invalid"),
        403: ("demo_mode",),
    },
    "auth_phone_create": {400: ("captcha_failed", "user_does_not_exists"), 403: ("mobile_login_disabled",)},
    "auth_phone_verify_create": {
        400: ("code_expired", "otp_validate_error"),
        401: ("login_error",),
        403: (
            "base_settings_error_1",
            "base_settings_error_2",
            "email_verify_message",
            "mobile_login_disabled",
            "require_approval",
        ),
    },
    "auth_refresh_create": {401: ("not_logged_in",)},
    "auth_sign_in_create": {
        400: ("captcha_failed", "captcha_required", "login_validate_error"),
        401: ("login_error",),
        403: ("base_settings_error_1", "base_settings_error_2", "email_verify_message", "require_approval"),
    },
    "auth_sign_up_create": {
        400: (
            "captcha_failed",
            "captcha_required",
            "image_invalid",
            "mobile_no_blank_error",
            "password_alphaNumeric_check",
            "proper_email",
            "proper_input_name",
            "referer_not_found",
            "reg_error",
            "terms_due",
        ),
        401: ("login_error",),
        403: ("base_settings_error_1", "base_settings_error_2", "email_verify_message", "require_approval"),
        404: ("not_found",),
        409: ("user_exists",),
        429: ("too_many_sign_ups",),
        503: ("email_or_mobile_issue", "reg_error"),
    },
    "auth_social_finish_create": {
        400: ("social_failed",),
        401: ("login_error",),
        403: ("base_settings_error_1", "base_settings_error_2", "email_verify_message", "require_approval"),
    },
    "auth_social_start_create": {
        400: ("social_failed",),
        404: ("provider_not_configured",),
        409: ("user_exists",),
    },
    "auth_two_factor_create": {
        400: ("two_factor_expired", "two_factor_used_code", "two_factor_wrong_code"),
        401: ("login_error",),
        403: ("base_settings_error_1", "base_settings_error_2", "email_verify_message", "require_approval"),
        409: ("two_factor_unreadable",),
    },
    "auth_validate_referrer_create": {400: ("referer_not_found",)},
    "functions_check_user_exists": {400: ("email_or_mobile_issue",), 503: ("email_or_mobile_issue",)},
    "functions_user_signup": {
        400: (
            "captcha_failed",
            "captcha_required",
            "image_invalid",
            "mobile_no_blank_error",
            "password_alphaNumeric_check",
            "proper_email",
            "proper_input_name",
            "referer_not_found",
            "reg_error",
            "terms_due",
        ),
        404: ("not_found",),
        409: ("user_exists",),
        429: ("too_many_sign_ups",),
        503: ("email_or_mobile_issue", "reg_error"),
    },
    "functions_validate_referrer": {400: ("referer_not_found",)},
    "me_addresses_create": {400: ("too_many_addresses",)},
    "me_availability_update": {
        404: ("not_found",),
        409: ("driver_busy", "shift_over", "shift_rest", "terms_due", "vehicle_incomplete"),
    },
    "me_consents_give": {409: ("terms_outdated",)},
    "me_email_create": {400: ("proper_email",), 403: ("demo_mode",), 409: ("user_exists",)},
    "me_license_image_update": {400: ("image_invalid",)},
    "me_mobile_confirm_create": {400: ("code_expired", "otp_validate_error"), 409: ("user_exists",)},
    "me_mobile_create": {
        400: ("captcha_failed", "mobile_no_blank_error"),
        403: ("demo_mode",),
        409: ("user_exists",),
    },
    "me_partial_update": {400: ("mobile_no_blank_error", "proper_email", "proper_input_name")},
    "me_password_create": {
        400: ("password_alphaNumeric_check", "wrong_password"),
        403: ("demo_mode",),
        429: ("too_many_requests",),
    },
    "me_photo_update": {400: ("image_invalid",)},
    "me_two_factor_confirm": {
        400: ("two_factor_wrong_code",),
        403: ("demo_mode",),
        409: ("already_enrolled", "two_factor_setup_expired"),
    },
    "me_two_factor_recovery_codes": {
        400: ("two_factor_used_code", "two_factor_wrong_code"),
        403: ("demo_mode",),
        409: ("nothing_enrolled", "two_factor_unreadable"),
    },
    "me_two_factor_setup": {403: ("demo_mode",), 409: ("already_enrolled",)},
    "me_two_factor_turn_off": {
        400: ("two_factor_used_code", "two_factor_wrong_code", "wrong_password"),
        403: ("demo_mode",),
        409: ("nothing_enrolled", "two_factor_unreadable"),
    },
    "me_vehicle_partial_update": {
        404: ("not_found",),
        409: ("driver_busy", "vehicle_assigned", "vehicle_incomplete"),
    },
    "terms_versions_change": {
        400: ("terms_label_exists", "terms_language_unknown", "terms_text_needed"),
        403: ("demo_mode",),
        409: ("terms_published",),
    },
    "terms_versions_create": {
        400: ("terms_label_exists", "terms_language_unknown", "terms_text_needed"),
        403: ("demo_mode",),
    },
    "terms_versions_delete": {403: ("demo_mode",), 409: ("terms_published",)},
    "terms_versions_publish": {
        400: ("terms_language_unknown", "terms_text_needed"),
        403: ("demo_mode",),
        409: ("terms_published",),
    },
}
