"""The providers of social login, in django-allauth's words."""

from typing import Any

from config.env import Env

FACEBOOK_VERSION = "v24.0"


def social_providers(env: Env) -> dict[str, dict[str, Any]]:
    """SOCIALACCOUNT_PROVIDERS; a provider without its keys has no APP and is off.

    Google and Apple say of an email address that they have verified it, and are believed: it opens the
    account that has it. Facebook's say-so is not worth that (django-allauth's own judgement).
    """
    google: dict[str, Any] = {
        "SCOPE": ["openid", "profile", "email"],
        "AUTH_PARAMS": {"prompt": "select_account"},
        "OAUTH_PKCE_ENABLED": True,
        "EMAIL_AUTHENTICATION": True,
    }
    facebook: dict[str, Any] = {
        "VERSION": FACEBOOK_VERSION,
        "SCOPE": ["email", "public_profile"],
        "FIELDS": ["id", "email", "name", "first_name", "last_name"],
    }
    apple: dict[str, Any] = {"SCOPE": ["name", "email"], "EMAIL_AUTHENTICATION": True}
    if env.google_client_id and env.google_client_secret:
        google["APP"] = {"client_id": env.google_client_id, "secret": env.google_client_secret}
    if env.facebook_client_id and env.facebook_client_secret:
        facebook["APP"] = {"client_id": env.facebook_client_id, "secret": env.facebook_client_secret}
    if env.apple_client_id and env.apple_team_id and env.apple_key_id and env.apple_private_key:
        apple["APP"] = {
            "client_id": env.apple_client_id,
            "secret": env.apple_key_id,
            "key": env.apple_team_id,
            # An environment variable often holds the lines of a PEM file with \n between them.
            "settings": {"certificate_key": env.apple_private_key.replace("\\n", "\n")},
        }
    return {"google": google, "facebook": facebook, "apple": apple}
