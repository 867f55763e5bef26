"""Rows of the place index, as in places.csv.gz and the table."""

import hashlib
from base64 import b32encode
from dataclasses import dataclass

from apps.geo.choices import PlaceKind
from apps.geo.folding import fold
from apps.geo.importer.findings import Spot

MAX_TEXT = 200


@dataclass(slots=True)
class PlaceRow:
    """Fields in the order of COLUMNS; `key` determines the id."""

    key: str
    kind: PlaceKind
    main_text: str
    secondary_text: str
    importance: float
    spot: Spot
    house_number: str = ""
    street: str = ""
    city: str = ""
    postcode: str = ""
    also: str = ""
    """Further search terms."""

    @property
    def id(self) -> str:
        """Return an opaque id that is the same for an object in every import."""
        digest = hashlib.blake2b(f"{self.kind}:{self.key}".encode(), digest_size=10).digest()
        return b32encode(digest).decode().lower()

    def columns(self) -> list[str]:
        folded = fold(self.main_text)
        words = {*folded.split(), *fold(self.secondary_text).split(), *fold(self.also).split()}
        for text in (self.street, self.city, self.postcode, self.house_number):
            words.update(fold(text).split())
        # "PO30 1SS" is also typed as "po301ss".
        words.add(fold(self.postcode).replace(" ", ""))
        return [
            self.id,
            self.kind.value,
            _clean(self.main_text, MAX_TEXT),
            _clean(self.secondary_text, MAX_TEXT),
            _clean(self.house_number, 30),
            _clean(self.street, MAX_TEXT),
            _clean(self.city, 120),
            _clean(self.postcode, 20),
            f"{self.importance:.3f}",
            f"{self.spot[0]:.6f}",
            f"{self.spot[1]:.6f}",
            folded[:MAX_TEXT],
            " ".join(sorted(words - {""})),
        ]


COLUMNS = (
    "id", "kind", "main_text", "secondary_text", "house_number", "street", "city", "postcode",
    "importance", "lat", "lng", "folded", "search_text",
)  # fmt: skip


def _clean(text: str, length: int) -> str:
    """Return the text in one line, because a record must be one line, cut to its column's length."""
    return " ".join(text.split())[:length]
