"""The language of a page, before any script can say it."""

import logging
from collections.abc import Iterator
from typing import Final

from django.db import Error
from django.http import HttpRequest
from django.utils.translation.trans_real import parse_accept_lang_header

from apps.core.languages import Offered, offered_languages

log = logging.getLogger(__name__)

LANGUAGE_COOKIE: Final = "hansom_language"
"""What was chosen on this device; written by the browser (api/page-cookies.ts)."""


def page_language(request: HttpRequest, there: Offered) -> str:
    """The address's, else the one chosen before, else the browser's first that is offered, else the default.

    It is one of the release's: pages are prepared in those. A language that the operator added comes in the
    one whose words it borrows.
    """
    return address_language(request, there) or next(
        (language for tag in _asked(request) if (language := _prepared(tag, there))), there.default
    )


def address_language(request: HttpRequest, there: Offered) -> str | None:
    """The language that `?lang=` in the address names; None where it names none that is offered."""
    return _prepared(request.GET.get("lang", ""), there)


def _prepared(tag: str, there: Offered) -> str | None:
    bases = {code.lower(): base for code, base in there.bases.items()}
    tag = tag.lower()
    return bases.get(tag) or bases.get(tag.split("-")[0])


def _asked(request: HttpRequest) -> Iterator[str]:
    yield request.COOKIES.get(LANGUAGE_COOKIE, "")
    for tag, _quality in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        yield tag


def offered() -> Offered:
    """What the operator offers; the release's own while the database does not answer."""
    try:
        return offered_languages()
    except Error:
        # A page comes up all the same, and says that the server cannot be reached.
        log.warning("languages not read: the database does not answer")
        return Offered.released()
