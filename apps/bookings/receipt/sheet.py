"""A PDF page of rows with a label and a value, in any of our scripts and both directions."""

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from fpdf import FPDF

from apps.core.brand import Brand, rgb

FONTS: Final = Path(__file__).parent / "fonts"
MARGIN: Final = 20.0
RUNNING_TOP: Final = 8.0
LINE: Final = 1.42
"""Line height in ems."""
MM_A_POINT: Final = 25.4 / 72

INK: Final = (23, 30, 44)
SOFT: Final = (82, 92, 111)
RULE: Final = (223, 224, 219)
LOGO_BOX: Final = {"width": 60.0, "height": 16.0}

# These fonts are several megabytes, so they are loaded only for text that needs them.
OTHERS: Final = "NotoSans-Regular.ttf"
"""Greek, Cyrillic and other scripts."""
SCRIPTS: Final[Mapping[str, tuple[re.Pattern[str], Mapping[str, str]]]] = {
    "Devanagari": (
        re.compile(r"[\u0900-\u097f\ua8e0-\ua8ff]"),
        {"": "NotoSansDevanagari-Regular.ttf", "B": "NotoSansDevanagari-Bold.ttf"},
    ),
    "Chinese": (
        re.compile(r"[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]"),
        {"": "DroidSansFallback.ttf"},
    ),
}

Style = Literal["", "B"]


class _Pages(FPDF):
    """Calls back for the line above each page's text."""

    running: Callable[[int], None] | None = None

    def header(self) -> None:
        if self.running is not None:
            self.running(self.page_no())


class Sheet:
    """A page laid out by start and end, mirrored in right-to-left languages."""

    def __init__(
        self,
        *,
        language: str,
        rtl: bool,
        title: str,
        author: str,
        at: datetime,
        running: Callable[[int], tuple[str, str]] | None = None,
    ) -> None:
        """`running` returns the start and the end of the line above the text of a page, by its number."""
        self._rtl = rtl
        self._pdf = pdf = _Pages(format="A4")
        pdf.set_margin(MARGIN)
        # Aligns text, rules and the logo.
        pdf.c_margin = 0
        pdf.set_auto_page_break(True, margin=MARGIN)
        pdf.set_lang(language)
        pdf.set_title(title)
        pdf.set_author(author)
        pdf.set_creation_date(at)
        pdf.add_font("Text", "", FONTS / "Vazirmatn-Regular.ttf")
        pdf.add_font("Text", "B", FONTS / "Vazirmatn-Bold.ttf")
        self._known = frozenset(pdf.fonts["text"].cmap)  # type: ignore[union-attr]  # just added: a TTFFont
        self._fallbacks: list[str] = []
        # Joins Arabic letters and orders text of both directions.
        pdf.set_text_shaping(True)
        if running is not None:
            pdf.running = partial(self._write_running, running)
        pdf.add_page()

    def start_end(
        self,
        start: str,
        end: str = "",
        *,
        size: float = 10,
        style: Style = "",
        color: tuple[int, int, int] = INK,
        share: float = 0.72,
    ) -> None:
        """Add a row: `start` can wrap, `end` is on the first line at the other side."""
        pdf = self._pdf
        height = size * LINE * MM_A_POINT
        width = pdf.epw * share if end else pdf.epw
        self._set_font(size, style, color, start + end)
        if pdf.will_page_break(height):
            pdf.add_page()
        top = pdf.get_y()
        if end:
            pdf.set_xy(MARGIN if self._rtl else MARGIN + width, top)
            pdf.cell(pdf.epw - width, height, end, align=self._end)
        pdf.set_xy(MARGIN + pdf.epw - width if self._rtl else MARGIN, top)
        pdf.multi_cell(width, height, start, align=self._start, new_x="LMARGIN", new_y="NEXT")

    def heading(self, text: str) -> None:
        self.gap(4)
        self.start_end(text, size=11, style="B")
        self.gap(0.8)

    def rule(self) -> None:
        self.gap(1.5)
        y = self._pdf.get_y()
        self._pdf.set_draw_color(*RULE)
        self._pdf.line(MARGIN, y, MARGIN + self._pdf.epw, y)
        self.gap(1.5)

    def letterhead(self, brand: Brand, title: str) -> None:
        """Add the brand's colour at the top, the logo or the company at the start, the title at the end."""
        pdf = self._pdf
        pdf.set_fill_color(*rgb(brand.color))
        pdf.rect(0, 0, pdf.w, 4, style="F")
        if brand.logo is None:
            self.start_end(brand.company, title, size=18, style="B", share=0.55)
            self.gap(1)
            return
        width, height = brand.logo.within(**LOGO_BOX)
        x = MARGIN + pdf.epw - width if self._rtl else MARGIN
        pdf.image(BytesIO(brand.logo.content), x, MARGIN - 4, width, height, alt_text=brand.app_name)
        pdf.set_y(MARGIN - 4 + max(0, (height - 18 * LINE * MM_A_POINT) / 2))
        self.start_end("", title, size=18, style="B", share=0.4)
        pdf.set_y(MARGIN - 4 + height + 3)

    def imprint(self, brand: Brand) -> None:
        """Add the operator's name, postal address, website and contact email."""
        self.gap(8)
        known = (brand.company, ", ".join(brand.address), brand.shown_website, brand.contact_email)
        for text in known:
            if text:
                self.start_end(text, size=8.5, color=SOFT)

    def gap(self, mm: float) -> None:
        self._pdf.set_y(self._pdf.get_y() + mm)

    def output(self) -> bytes:
        return bytes(self._pdf.output())

    def _write_running(self, texts: Callable[[int], tuple[str, str]], page: int) -> None:
        pdf, (start, end) = self._pdf, texts(page)
        half, height = pdf.epw / 2, 8 * LINE * MM_A_POINT
        self._set_font(8, "", SOFT, start + end)
        pdf.set_xy(MARGIN + half if self._rtl else MARGIN, RUNNING_TOP)
        pdf.cell(half, height, start, align=self._start)
        pdf.set_xy(MARGIN if self._rtl else MARGIN + half, RUNNING_TOP)
        pdf.cell(half, height, end, align=self._end)
        pdf.set_xy(MARGIN, MARGIN)

    @property
    def _start(self) -> Literal["L", "R"]:
        return "R" if self._rtl else "L"

    @property
    def _end(self) -> Literal["L", "R"]:
        return "L" if self._rtl else "R"

    def _set_font(self, size: float, style: Style, color: tuple[int, int, int], text: str) -> None:
        pdf = self._pdf
        pdf.set_font("Text", style, size)
        pdf.set_text_color(*color)
        unknown = "".join({letter for letter in text if ord(letter) not in self._known})
        for script, (letters, files) in SCRIPTS.items():
            if letters.search(unknown):
                self._add_fallback(script, files)
                unknown = letters.sub("", unknown)
        if unknown:
            self._add_fallback("Others", {"": OTHERS})

    def _add_fallback(self, family: str, files: Mapping[str, str]) -> None:
        if family in self._fallbacks:
            return
        for style, file in files.items():
            self._pdf.add_font(family, style, FONTS / file)
        self._fallbacks.append(family)
        # A font without bold is used for bold text too.
        self._pdf.set_fallback_fonts(self._fallbacks, exact_match=False)
