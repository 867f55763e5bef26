"""Lines of shaped text: each word is shaped once, and lines are wrapped by the widths of their words.

fpdf shapes each letter of a text to wrap it, which took most of the time of long documents.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Final

from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection
from fpdf.fonts import TTFFont

RTL: Final = re.compile("[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]")
TOKENS: Final = re.compile(
    "[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]|\\s+|[^\\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+"
)
"""Words, spaces, and single Chinese characters, between which a line may end."""
ROUNDING: Final = 0.6
"""Thousandths of the font size by which a glyph may be displaced without a correction."""
COLLAPSED: Final = frozenset({"L", "R", "AL", "EN", "AN", "WS"})
"""The bidirectional classes whose repetition changes no levels."""
LOOSE: Final = 0.01
"""Thousandths of an em by which a line may be wider than its box, because of rounding."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Glyphs of one font and one direction; lengths are in thousandths of the font size."""

    font: TTFFont
    width: float
    shown: tuple[tuple[float, str], ...]
    """Rises with their TJ arrays."""


Line = list[Piece]


def width_of(line: Iterable[Piece]) -> float:
    return sum(piece.width for piece in line)


class Shaper:
    """Shapes and wraps text of one style with its fallback fonts; remembers each word."""

    def __init__(self, fonts_for: Callable[[str], Sequence[TTFFont]]) -> None:
        """`fonts_for` returns the fonts for a text, in the order in which their glyphs are used."""
        self._fonts_for = fonts_for
        self._pieces: dict[tuple[str, bool], Line] = {}
        self._levels: dict[str, list[int]] = {}

    def lines(self, text: str, width: float) -> list[Line]:
        """Return the text as lines of at most `width`, in thousandths of the font size, in visual order."""
        text = " ".join(text.split("\n"))
        levels = self._levels_of(text)
        lines: list[Line] = []
        start = end = 0
        used = 0.0
        for token in self._tokens(text, width):
            length = end + len(token)
            wide = width_of(self._shaped(token, levels[end] % 2 == 1))
            if used + wide > width + LOOSE and not token.isspace() and text[start:end].strip():
                lines.append(self._line(text, levels, start, end))
                start, used = end, 0.0
            if used == 0 and token.isspace():
                start = length
            else:
                used += wide
            end = length
        lines.append(self._line(text, levels, start, end))
        return lines

    def line(self, text: str) -> Line:
        """Return the text as one line in visual order."""
        return self._line(text, self._levels_of(text), 0, len(text))

    def _tokens(self, text: str, width: float) -> Iterator[str]:
        """Split between words, and inside a word that is wider than a line."""
        for token in TOKENS.findall(text):
            if len(token) > 1 and width_of(self._shaped(token, bool(RTL.search(token)))) > width:
                yield from token
            else:
                yield token

    def _line(self, text: str, levels: list[int], start: int, end: int) -> Line:
        while end > start and text[end - 1].isspace():
            end -= 1
        runs = []
        position = start
        for level, letters in groupby(levels[start:end]):
            length = sum(1 for _letter in letters)
            runs.append((level, text[position : position + length]))
            position += length
        line: Line = []
        for level, run in _visual(runs):
            tokens = TOKENS.findall(run)
            for token in reversed(tokens) if level % 2 else tokens:
                line.extend(self._shaped(token, level % 2 == 1))
        return line

    def _levels_of(self, text: str) -> list[int]:
        """Return the embedding level of each letter, by the Unicode algorithm; a pattern is solved once."""
        if not RTL.search(text):
            return [0] * len(text)
        groups = [(key, len(list(letters))) for key, letters in groupby(enumerate(text), key=_bidi_key)]
        pattern = "".join(key[0] for key, _length in groups)
        solved = self._levels.get(pattern)
        if solved is None:
            # Its first letter with a direction decides the direction of a text.
            paragraph = BidiParagraph(text, preserve_bn_chars=True)
            by_letter = [paragraph.base_embedding_level] * len(text)
            for letter in paragraph.get_characters_with_embedding_level():
                by_letter[letter.character_index] = letter.embedding_level
            solved, position = [], 0
            for _key, length in groups:
                solved.append(by_letter[position])
                position += length
            self._levels[pattern] = solved
        return [level for level, (_key, length) in zip(solved, groups, strict=True) for _ in range(length)]

    def _shaped(self, token: str, rtl: bool) -> Line:
        known = self._pieces.get((token, rtl))
        if known is None:
            segments = list(self._segments(token))
            ordered = reversed(segments) if rtl else segments
            known = self._pieces[token, rtl] = [_piece(font, text, rtl) for font, text in ordered]
        return known

    def _segments(self, token: str) -> Iterator[tuple[TTFFont, str]]:
        """Split a word by font; marks and joiners follow the letter before them."""
        fonts = self._fonts_for(token)
        current, letters = fonts[0], ""
        for letter in token:
            follows = letters and unicodedata.category(letter) in {"Mn", "Mc", "Cf"}
            has = ord(letter) in current.cmap
            font = current if follows and has else _font_with(letter, fonts)
            if font is not current and letters:
                yield current, letters
                letters = ""
            current = font
            letters += letter
        if letters:
            yield current, letters


def _font_with(letter: str, fonts: Sequence[TTFFont]) -> TTFFont:
    return next((font for font in fonts if ord(letter) in font.cmap), fonts[0])


def _bidi_key(indexed: tuple[int, str]) -> tuple[str, int]:
    """Return the class of a letter; letters of a class that matters one by one are groups of their own."""
    index, letter = indexed
    kind = unicodedata.bidirectional(letter) or "L"
    if kind in COLLAPSED:
        return f"{kind} ", -1
    # Brackets are paired.
    return f"{kind}{letter if unicodedata.mirrored(letter) else ''} ", index


def _visual(runs: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Reverse the runs from the highest level to the lowest odd one (rule L2)."""
    odd = [level for level, _text in runs if level % 2]
    if not odd:
        return runs
    for level in range(max(level for level, _text in runs), min(odd) - 1, -1):
        ordered: list[tuple[int, str]] = []
        for is_inside, group in groupby(runs, key=partial(_is_from, level)):
            inside = list(group)
            ordered.extend(reversed(inside) if is_inside else inside)
        runs = ordered
    return runs


def _is_from(level: int, run: tuple[int, str]) -> bool:
    return run[0] >= level


def _piece(font: TTFFont, text: str, rtl: bool) -> Piece:
    direction = TextDirection.RTL if rtl else TextDirection.LTR
    glyphs: Sequence[dict[str, Any]] = font.shape_text(
        text, 10, {"features": {}, "fragment_direction": direction}
    )
    widths = _widths_of(font)
    shown: list[tuple[float, list[str | float]]] = []
    total = 0.0
    for glyph in glyphs:
        code = glyph["mapped_char"]
        if code is None:
            continue
        if code not in widths:
            widths = _widths_of(font)
        advance, offset = glyph["x_advance"] * font.scale, glyph["x_offset"] * font.scale
        rise = round(glyph["y_offset"] * font.scale, 1)
        if not shown or shown[-1][0] != rise:
            shown.append((rise, []))
        parts = shown[-1][1]
        if offset:
            parts.append(-offset)
        parts.append(font.escape_text(chr(code)))
        after = widths[code] - advance + offset
        if abs(after) > ROUNDING:
            parts.append(after)
            total += widths[code] - after
        else:
            total += widths[code]
        if offset:
            total += offset
    return Piece(font, total, tuple((rise, _array(parts)) for rise, parts in shown))


def _widths_of(font: TTFFont) -> dict[int, int]:
    return {code: glyph.glyph_width for glyph, code in font.subset.items() if glyph is not None}


def _array(parts: list[str | float]) -> str:
    """Return a TJ array: texts, and distances to the left in thousandths of the font size."""
    written = []
    for is_text, group in groupby(parts, key=lambda part: isinstance(part, str)):
        if is_text:
            written.append(f"({''.join(str(part) for part in group)})")
        else:
            written.append(f"{sum(float(part) for part in group):.1f}")
    return f"[{' '.join(written)}] TJ"
