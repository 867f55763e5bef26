"""URLs of Redis, also of one whose primary the Sentinels name: redis+sentinel://:password@a:26379,b:26379/hansom/0."""

from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from config.url_hosts import split_hosts

SCHEME: Final = "redis+sentinel"
SENTINEL_PORT: Final = 26379
SENTINEL_SECONDS: Final = 1.0
"""Timeout of a Sentinel; another one answers."""


@dataclass(frozen=True, slots=True)
class SentinelUrl:
    """The Sentinels, the name of the primary that they watch, and how to log in to both."""

    sentinels: tuple[tuple[str, int], ...]
    service: str
    login: dict[str, Any]
    """Keyword arguments of a connection to the primary."""
    sentinel_login: dict[str, Any]

    @property
    def sentinel_options(self) -> dict[str, Any]:
        """Return the keyword arguments of a connection to a Sentinel."""
        timeouts = {"socket_timeout": SENTINEL_SECONDS, "socket_connect_timeout": SENTINEL_SECONDS}
        return timeouts | self.sentinel_login


def parse_sentinel(url: str) -> SentinelUrl | None:
    """Return the parts of a URL with Sentinels; None for any other. Raises ValueError."""
    parts, credentials, hosts = split_hosts(url)
    if parts.scheme != SCHEME:
        return None
    user, _colon, password = credentials.partition(":")
    service, _slash, number = parts.path.strip("/").partition("/")
    sentinels = tuple(_address(host) for host in hosts if host)
    query = {name: values[-1] for name, values in parse_qs(parts.query).items()}
    unknown = sorted(query.keys() - {"sentinel_username", "sentinel_password"})
    if not sentinels or not service or unknown:
        raise ValueError(f"is no URL like {SCHEME}://:password@a:26379,b:26379,c:26379/name/0")
    login = {"username": unquote(user), "password": unquote(password)}
    sentinel_login = {
        "username": query.get("sentinel_username"),
        "password": query.get("sentinel_password"),
    }
    return SentinelUrl(
        sentinels,
        service,
        {"db": int(number or 0)} | {name: value for name, value in login.items() if value},
        {name: value for name, value in sentinel_login.items() if value},
    )


def broker_settings(url: str) -> tuple[str, dict[str, Any]]:
    """Return Celery's broker URL and transport options."""
    parsed = parse_sentinel(url)
    if parsed is None:
        return url, {}
    user, password = (quote(str(parsed.login.get(name, "")), safe="") for name in ("username", "password"))
    login = f"{user}:{password}@" if password else ""
    addresses = [f"sentinel://{login}{host}:{port}/{parsed.login['db']}" for host, port in parsed.sentinels]
    options = {"master_name": parsed.service, "sentinel_kwargs": parsed.sentinel_options}
    return ";".join(addresses), options


def channel_host(url: str) -> str | dict[str, Any]:
    """Return the entry of channels_redis's `hosts`."""
    parsed = parse_sentinel(url)
    if parsed is None:
        return url
    return {
        "master_name": parsed.service,
        "sentinels": list(parsed.sentinels),
        "sentinel_kwargs": parsed.sentinel_options,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        **parsed.login,
    }


def cache_settings(url: str) -> dict[str, Any]:
    """Return the entry of Django's CACHES."""
    settings: dict[str, Any] = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
    if parse_sentinel(url):
        # A list, because Django splits a text at commas.
        settings |= {"LOCATION": [url], "OPTIONS": {"pool_class": "apps.core.redis_clients.CachePool"}}
    return settings


def _address(host: str) -> tuple[str, int]:
    parts = urlsplit(f"//{host}")
    return parts.hostname or "", parts.port or SENTINEL_PORT
