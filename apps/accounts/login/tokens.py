"""Tokens signed with SECRET_KEY, and accepted with any of SECRET_KEY_FALLBACKS."""

import contextlib
from functools import lru_cache
from typing import Any

import jwt
from django.conf import settings
from rest_framework_simplejwt import tokens
from rest_framework_simplejwt.backends import TokenBackend
from rest_framework_simplejwt.state import token_backend


class RotatingTokenBackend(TokenBackend):
    """Accepts tokens signed with an old SECRET_KEY that is among the fallbacks."""

    @property
    def prepared_signing_key(self) -> Any:
        return _prepared(self, settings.SECRET_KEY)

    def get_verifying_key(self, token: Any) -> Any:
        """Return the key that signed the token; SECRET_KEY if none did."""
        keys = [_prepared(self, key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
        if len(keys) > 1:
            for key in keys:
                with contextlib.suppress(jwt.InvalidTokenError):
                    jwt.PyJWS().decode(token, key, algorithms=[self.algorithm])
                    return key
        return keys[0]


@lru_cache(maxsize=16)
def _prepared(backend: RotatingTokenBackend, key: str) -> Any:
    return backend._prepare_key(key)


_backend = RotatingTokenBackend(
    token_backend.algorithm,
    audience=token_backend.audience,
    issuer=token_backend.issuer,
    leeway=token_backend.leeway,
    json_encoder=token_backend.json_encoder,
)


class AccessToken(tokens.AccessToken):
    _token_backend = _backend


class RefreshToken(tokens.RefreshToken):
    access_token_class = AccessToken
    _token_backend = _backend
