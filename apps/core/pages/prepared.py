"""Prerendered pages, each read and compressed once per process."""

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

import brotli
from django.conf import settings
from django.utils.html import escape

Kind = Literal["home", "login", "register", "page", "stage"]
TITLE: Final = re.compile(r"<title>[^<]*</title>")

ICON: Final = re.compile(r'<link rel="(?:icon|apple-touch-icon)"[^>]*>\s*')


@dataclass(frozen=True, slots=True)
class Prepared:
    plain: bytes
    brotli: bytes
    gzip: bytes
    tag: str

    def coded(self, coding: str) -> bytes:
        return {"br": self.brotli, "gzip": self.gzip}.get(coding, self.plain)


def prepared_page(language: str, kind: Kind, *, title: str = "", head: str = "") -> Prepared | None:
    """Return the prerendered page with this title and head; None if the app is not built.

    Falls back to the empty page if this one is not prerendered.
    """
    dist = settings.BASE_DIR / "frontend/dist"
    for path in (dist / "pages" / language / f"{kind}.html", dist / "index.html"):
        try:
            written = path.stat().st_mtime_ns
            return _read(path, written, title, head)
        except FileNotFoundError:
            continue
    return None


# Enough for frequent requests: the head differs per page and role.
@lru_cache(maxsize=512)
def _read(path: Path, written: int, title: str, head: str) -> Prepared:
    page = path.read_text()
    if title:
        page = TITLE.sub(lambda _: f"<title>{escape(title)}</title>", page, count=1)
    if ICON.search(head):
        # Browsers would prefer the build's SVG icon to the operator's.
        page = ICON.sub("", page)
    plain = page.replace("</head>", f"{head}</head>", 1).encode()
    return Prepared(
        plain=plain,
        brotli=brotli.compress(plain, mode=brotli.MODE_TEXT),
        gzip=gzip.compress(plain, mtime=0),
        tag=hashlib.sha256(plain).hexdigest()[:16],
    )
