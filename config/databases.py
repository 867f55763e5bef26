"""Database URLs, also of several servers of which one is the primary."""

import re
from typing import Any, Final
from urllib.parse import parse_qs

import dj_database_url

from config.url_hosts import split_hosts

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
    parts, login, hosts = split_hosts(url)
    given = parse_qs(parts.query)
    addresses = [_split_port(host) for host in hosts]
    if len(addresses) > 1:
        first = addresses[0][0]
        url = parts._replace(netloc=f"{login}@{first}" if login else first).geturl()
    parsed: Any = dj_database_url.parse(url, **options)
    if len(addresses) > 1:
        parsed["HOST"] = ",".join(host.strip("[]") for host, _port in addresses)
        parsed["PORT"] = ",".join(port or "5432" for _host, port in addresses)
    if len(addresses) > 1 or "," in given.get("host", [""])[0]:
        defaults = CLUSTER_OPTIONS | ({"target_session_attrs": "standby"} if standby else {})
        parsed["OPTIONS"] = {
            **{name: value for name, value in defaults.items() if name not in given},
            **parsed.get("OPTIONS", {}),
        }
    return parsed


def _split_port(host: str) -> tuple[str, str]:
    found = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(\d+))?", host)
    if found is None:
        raise ValueError("a database URL has an invalid host")
    return found[1], found[2] or ""
