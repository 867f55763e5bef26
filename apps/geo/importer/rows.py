"""Rows of the place index, as they stand in places.csv.gz and later in the table."""

import hashlib
from base64 import b32encode
from dataclasses import dataclass

from apps.geo.choices import PlaceKind
from apps.geo.folding import fold
from apps.geo.importer.findings import Spot

MAX_TEXT = 200


@dataclass(slots=True)
class PlaceRow:
    """Fields in the order of COLUMNS; `key` becomes the id."""

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
    """Further words to be found by."""

    @property
    def id(self) -> str:
        """The same for the same object in every import, and nothing to read anything into."""
        digest = hashlib.blake2b(f"{self.kind}:{self.key}".encode(), digest_size=10).digest()
        return b32encode(digest).decode().lower()

    def columns(self) -> list[str]:
        folded = fold(self.main_text)
        words = {*folded.split(), *fold(self.secondary_text).split(), *fold(self.also).split()}
        for text in (self.street, self.city, self.postcode, self.house_number):
            words.update(fold(text).split())
        # "PO30 1SS" is typed "po301ss" as well.
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
    """One line, for a record must stay one, and within its column."""
    return " ".join(text.split())[:length]
