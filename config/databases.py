"""Database URLs, also of several servers of which one is the primary."""

import re
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import dj_database_url

CLUSTER_OPTIONS: Final = {
    "target_session_attrs": "read-write",
    # One that is away must not hold up the next one.
    "connect_timeout": 2,
    # A machine that is gone sends nothing: its connections end after eight seconds.
    "keepalives_idle": 3,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 8000,
}
"""Options of URLs with several servers; those in the URL take precedence."""


def parse_database(url: str, *, standby: bool = False, **options: Any) -> Any:
    """Return Django's settings of postgresql://user:password@a:5432,b:5432/name; libpq finds the primary.

    With `standby`, it finds a standby.
    """
    parts = urlsplit(url)
    credentials, at, hosts = parts.netloc.rpartition("@")
    addresses = [_split_port(host) for host in hosts.split(",")]
    if len(addresses) == 1:
        return dj_database_url.parse(url, **options)
    parsed: Any = dj_database_url.parse(
        parts._replace(netloc=f"{credentials}{at}{addresses[0][0]}").geturl(), **options
    )
    parsed["HOST"] = ",".join(host.strip("[]") for host, _port in addresses)
    parsed["PORT"] = ",".join(port or "5432" for _host, port in addresses)
    defaults = CLUSTER_OPTIONS | ({"target_session_attrs": "standby"} if standby else {})
    given = parse_qs(parts.query)
    parsed["OPTIONS"] = {name: value for name, value in defaults.items() if name not in given} | parsed.get(
        "OPTIONS", {}
    )
    return parsed


def _split_port(host: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(\d+))?", host)
    if found is None:
        raise ValueError("a database URL has an invalid host")
    return found[1], found[2] or ""
