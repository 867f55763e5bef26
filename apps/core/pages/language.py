"""Chooses the language of a page on the server."""

import logging
from collections.abc import Iterator
from typing import Final

from django.db import Error
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from apps.core.languages import Offered, offered_languages

log = logging.getLogger(__name__)

LANGUAGE_COOKIE: Final = "hansom_language"
"""The language chosen on this device; set by the browser (api/page-cookies.ts)."""


def page_language(request: HttpRequest, there: Offered) -> str:
    """Return the language of the URL, the cookie, the browser's preferences, or the default.

    It is always a shipped language, because pages are prerendered in those; a language added by the
    operator uses its base language.
    """
    return address_language(request, there) or next(
        (language for tag in _candidates(request) if (language := _prepared(tag, there))), there.default
    )


def address_language(request: HttpRequest, there: Offered) -> str | None:
    """Return the language of `?lang=`; None if it is missing or not offered."""
    return _prepared(request.GET.get("lang", ""), there)


def _prepared(tag: str, there: Offered) -> str | None:
    bases = {code.lower(): base for code, base in there.bases.items()}
    tag = tag.lower()
    return bases.get(tag) or bases.get(tag.split("-")[0])


def _candidates(request: HttpRequest) -> Iterator[str]:
    yield request.COOKIES.get(LANGUAGE_COOKIE, "")
    for tag, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        yield tag


def offered() -> Offered:
    """Return the offered languages; the shipped ones during a database outage."""
    try:
        return offered_languages()
    except Error:
        # The page still loads, and shows that the server cannot be reached.
        log.warning("languages not read: the database does not respond")
        return Offered.released()
