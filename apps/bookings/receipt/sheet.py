"""A PDF page of rows with a label and a value, in any of our scripts and both directions."""

import re
import zlib
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Final, Literal

from fpdf import FPDF
from fpdf.enums import PDFResourceType
from fpdf.fonts import TTFFont
from fpdf.output import OutputProducer, PDFPage
from fpdf.syntax import Name, PDFContentStream

from apps.bookings.receipt.lines import Line, Shaper, width_of
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
    """Calls back for the line above each page's text, and holds only the last page uncompressed."""

    running: Callable[[int], None] | None = None

    def header(self) -> None:
        if self.running is not None:
            self.running(self.page_no())

    def next_page(self) -> None:
        if self.pages:
            self._compress_last()
        self.add_page()

    def finished(self) -> bytes:
        self._compress_last()
        # Each page is compressed already.
        self.set_compression(False)
        return bytes(self.output(output_producer_class=_CompressedPages))

    def _compress_last(self) -> None:
        page = self.pages[self.page]
        assert isinstance(page.contents, bytearray)
        page.contents = bytearray(zlib.compress(page.contents))


class _CompressedPages(OutputProducer):
    def _add_pages(self, _slice: slice = slice(0, None)) -> list[PDFPage]:
        pages = super()._add_pages(_slice)
        for page in pages:
            assert isinstance(page.contents, PDFContentStream)
            page.contents.filter = Name("FlateDecode")
        return pages


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
        self._fallbacks: dict[str, Mapping[str, str]] = {}
        self._shapers = {style: Shaper(partial(self._fonts_for, style)) for style in ("", "B")}
        # Pages are compressed before the last one is known, so no text counts them.
        pdf.alias_nb_pages(None)  # type: ignore[arg-type]  # turns it off
        if running is not None:
            pdf.running = partial(self._write_running, running)
        pdf.next_page()

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
        shaper = self._shapers[style]
        if pdf.will_page_break(height):
            pdf.next_page()
        if end:
            self._write(shaper.line(end), at_end=True, size=size, color=color)
        for number, line in enumerate(shaper.lines(start, width / (size * MM_A_POINT) * 1000)):
            if number > 0 and pdf.will_page_break(height):
                pdf.next_page()
            self._write(line, at_end=False, size=size, color=color)
            pdf.set_y(pdf.get_y() + height)

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
        return self._pdf.finished()

    def _write_running(self, texts: Callable[[int], tuple[str, str]], page: int) -> None:
        pdf, (start, end) = self._pdf, texts(page)
        pdf.set_y(RUNNING_TOP)
        for text, at_end in ((start, False), (end, True)):
            self._write(self._shapers[""].line(text), at_end=at_end, size=8, color=SOFT)
        pdf.set_xy(MARGIN, MARGIN)

    def _write(self, line: Line, *, at_end: bool, size: float, color: tuple[int, int, int]) -> None:
        """Add a line of text at the current height, at the start or the end of the page."""
        pdf = self._pdf
        if not line:
            return
        is_right = at_end != self._rtl
        x = MARGIN + (pdf.epw - width_of(line) * size * MM_A_POINT / 1000 if is_right else 0)
        # The baseline in the middle of the line, lowered by 0.3 of the size, as in fpdf's cells.
        y = pdf.h - pdf.get_y() - (0.5 * LINE + 0.3) * size * MM_A_POINT
        red, green, blue = (f"{part / 255:.3f}" for part in color)
        shown = [f"q {red} {green} {blue} rg BT {x * pdf.k:.2f} {y * pdf.k:.2f} Td"]
        font: TTFFont | None = None
        for piece in line:
            if piece.font is not font:
                font = piece.font
                font.biggest_size_pt = max(font.biggest_size_pt, size)
                pdf._resource_catalog.add(PDFResourceType.FONT, font.i, pdf.page)
                shown.append(f"/F{font.i} {size:.2f} Tf")
            for rise, array in piece.shown:
                shown.append(f"{rise * size / 1000:.2f} Ts {array} 0 Ts" if rise else array)
        pdf._out(" ".join([*shown, "ET Q"]))

    def _fonts_for(self, style: Style, text: str) -> list[TTFFont]:
        """Return the fonts for a text, the last ones for scripts that the first does not have."""
        unknown = "".join({letter for letter in text if ord(letter) not in self._known})
        needed = []
        for script, (letters, files) in SCRIPTS.items():
            if letters.search(unknown):
                needed.append(self._fallback(script, files, style))
                unknown = letters.sub("", unknown)
        if unknown:
            needed.append(self._fallback("Others", {"": OTHERS}, style))
        return [self._font("Text", style), *needed]

    def _fallback(self, family: str, files: Mapping[str, str], style: Style) -> TTFFont:
        """A font without bold is used for bold text too."""
        if family not in self._fallbacks:
            self._fallbacks[family] = files
            for each, file in files.items():
                self._pdf.add_font(family, each, FONTS / file)
        return self._font(family, style if style in files else "")

    def _font(self, family: str, style: Style) -> TTFFont:
        font = self._pdf.fonts[f"{family.lower()}{style}"]
        assert isinstance(font, TTFFont)
        return font
