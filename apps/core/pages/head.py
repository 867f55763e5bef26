"""Metadata in a page's head for search engines and link previews."""

from collections.abc import Iterator
from urllib.parse import urlencode

from django.conf import settings
from django.db import Error
from django.utils.html import escape

from apps.core.brand import one_line
from apps.core.languages import Offered
from apps.core.pages.icons import icon_address
from apps.core.pages.routes import public_page
from apps.core.platform import platform_settings
from config.version import VERSION


def head_of(
    path: str, language: str, there: Offered, *, named: str | None, is_visitor: bool
) -> tuple[str, str]:
    """Return the title and the lines for the head; they contain no data about users or the page's content.

    `named` is the language in the URL; without one, the URL without language is canonical. Returns empty
    texts during a database outage, so that the page keeps those of the build.
    """
    try:
        platform = platform_settings()
    except Error:
        return "", ""
    name = one_line(platform.app_name)
    public = public_page(path)
    lines = [
        f'<meta name="version" content="{VERSION}">',
        _meta("og:site_name", name),
        _meta("og:type", "website"),
        _meta("og:title", name),
        _meta("og:locale", language),
        _meta("og:image", f"{origin()}{icon_address('512', platform.logo)}"),
    ]
    if platform.logo:
        icon = escape(icon_address("192", platform.logo))
        lines += [
            f'<link rel="icon" href="{icon}" type="image/png" sizes="192x192">',
            f'<link rel="apple-touch-icon" href="{icon}">',
        ]
    if public is None:
        # Search engines are never logged in.
        if is_visitor:
            lines.append('<meta name="robots" content="noindex">')
    else:
        address = address_of(public, named)
        lines += [
            _meta("og:url", address),
            f'<link rel="canonical" href="{escape(address)}">',
            *(
                f'<link rel="alternate" hreflang="{escape(code)}" href="{escape(other)}">'
                for code, other in alternates(public, there)
            ),
        ]
    return name, "".join(lines)


def alternates(page: str, there: Offered) -> Iterator[tuple[str, str]]:
    """Yield the URL of the page in each prerendered language, and the one without language."""
    for language in sorted(code for code, base in there.bases.items() if code == base):
        yield language, address_of(page, language)
    yield "x-default", address_of(page, None)


def address_of(page: str, language: str | None) -> str:
    """Return the public URL of a page in a language, or without one."""
    return f"{origin()}{page}" + (f"?{urlencode({'lang': language})}" if language else "")


def origin() -> str:
    return str(settings.PUBLIC_URL).rstrip("/")


def _meta(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{escape(content)}">'
