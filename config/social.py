"""Providers of social login, as django-allauth's settings."""

from typing import Any, Final

from config.env import Env

FACEBOOK_VERSION = "v24.0"
COMPANY: Final = "company"
"""The id of the company's own provider, as in its callback URL."""


def social_providers(env: Env) -> dict[str, dict[str, Any]]:
    """Return SOCIALACCOUNT_PROVIDERS; a provider without keys has no APP and is off.

    An email address verified by Google or Apple is trusted and opens the account with that address.
    Facebook's is not trusted, as django-allauth recommends. `openid_connect` is the company's provider for
    its staff.
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
            # Environment variables often contain a PEM file with \n as line separators.
            "settings": {"certificate_key": env.apple_private_key.replace("\\n", "\n")},
        }
    company: dict[str, Any] = {"OAUTH_PKCE_ENABLED": True, "EMAIL_AUTHENTICATION": True}
    if env.oidc_issuer and env.oidc_client_id and env.oidc_client_secret:
        company["APP"] = {
            "provider_id": COMPANY,
            "name": env.oidc_name,
            "client_id": env.oidc_client_id,
            "secret": env.oidc_client_secret,
            "settings": {"server_url": env.oidc_issuer.rstrip("/")},
        }
    return {"google": google, "facebook": facebook, "apple": apple, "openid_connect": company}
