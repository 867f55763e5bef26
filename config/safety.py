"""Transport security settings and the Content-Security-Policy, derived from PUBLIC_URL."""

from typing import Any, Final
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF

from config.env import Env
from config.storage import image_origins

DJANGO_ADMIN_LIST: Final = "'sha256-blvLUW3UscWqsXGByNOqdBboM+ShWAuugp2mC/wbafU='"
"""Hash of the single style element in Django's admin; a test compares it with the template."""


def is_https(env: Env) -> bool:
    """Whether users reach this platform over HTTPS."""
    return urlsplit(env.public_url).scheme == "https"


def transport_settings(env: Env) -> dict[str, Any]:
    """Return Django's settings of cookies, redirects and HSTS; all off over plain HTTP."""
    https = is_https(env)
    return {
        "SESSION_COOKIE_SECURE": https,
        "CSRF_COOKIE_SECURE": https,
        "LANGUAGE_COOKIE_SECURE": https,
        "REFRESH_COOKIE_SECURE": https,
        **cookie_names(prefix="__Secure-" if https else ""),
        "SECURE_SSL_REDIRECT": https,
        "SECURE_SSL_HOST": urlsplit(env.public_url).netloc if https else None,
        # Load balancers request these over HTTP, inside the network.
        "SECURE_REDIRECT_EXEMPT": [r"^healthz$", r"^readyz$"],
        "SECURE_HSTS_SECONDS": env.hsts_seconds if https else 0,
        "SECURE_PROXY_SSL_HEADER": _proxy_header(env),
    }


def cookie_names(*, prefix: str) -> dict[str, str]:
    """Return the names of the cookies that log users in.

    Browsers accept `__Secure-` over HTTPS only, so that no page can set such a cookie over plain HTTP.
    """
    return {
        "REFRESH_COOKIE": f"{prefix}hansom_refresh",
        "DEVICE_COOKIE": f"{prefix}hansom_device",
        "DJANGO_ADMIN_COOKIE": f"{prefix}hansom_django_admin",
        "CSRF_COOKIE_NAME": f"{prefix}csrftoken",
    }


def content_security_policy(env: Env) -> dict[str, list[Any]]:
    """The default directives; a view may replace some of them."""
    return {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        # React, Mantine and Leaflet set styles through the CSSOM, which the policy does not restrict.
        "style-src": [SELF, NONCE, DJANGO_ADMIN_LIST],
        "img-src": [SELF, "data:", "blob:", *image_origins(env)],
        "font-src": [SELF, "data:"],
        "connect-src": [SELF, socket_origin(env)],
        "worker-src": [SELF, "blob:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }


def socket_origin(env: Env) -> str:
    """Return the socket's origin; older browsers do not match ws: and wss: of the same host with 'self'."""
    return f"{'wss' if is_https(env) else 'ws'}://{urlsplit(env.public_url).netloc}"


def _proxy_header(env: Env) -> tuple[str, str] | None:
    name = env.proxy_ssl_header.strip()
    return (f"HTTP_{name.upper().replace('-', '_')}", "https") if name else None
