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
    bases = {code.lower(): base for code, base in there.bases.items()}
    for tag in _asked(request):
        for known in (tag, tag.split("-")[0]):
            if known in bases:
                return bases[known]
    return there.default


def _asked(request: HttpRequest) -> Iterator[str]:
    yield request.GET.get("lang", "").lower()
    yield request.COOKIES.get(LANGUAGE_COOKIE, "").lower()
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
