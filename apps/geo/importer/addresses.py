"""Address formats by country."""

from typing import Final, NamedTuple

# The house number precedes the street; elsewhere it follows.
_NUMBER_FIRST: Final = frozenset(
    {
        "AE", "AU", "BD", "BS", "CA", "DZ", "EG", "FR", "GB", "GH", "GI", "HK", "IE", "IL", "IM", "IN",
        "JE", "JM", "JO", "KE", "KW", "LB", "LK", "LU", "MA", "MC", "MT", "MU", "MY", "NG", "NZ", "OM",
        "PH", "PK", "QA", "RE", "SA", "SG", "TH", "TN", "TT", "UG", "US", "VN", "ZA", "ZM", "ZW",
    }
)  # fmt: skip
# The postcode precedes the town.
_POSTCODE_FIRST: Final = frozenset(
    {
        "AT", "BE", "BG", "CH", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "IS", "IT", "LI",
        "LT", "LU", "LV", "MC", "NL", "NO", "PL", "PT", "RO", "RS", "SE", "SI", "SK", "SM", "TR",
    }
)  # fmt: skip


class AddressStyle(NamedTuple):
    number_first: bool
    postcode_first: bool

    @classmethod
    def of_country(cls, code: str) -> "AddressStyle":
        """Return the style of a country; an unknown one uses the British style."""
        return cls(not code or code in _NUMBER_FIRST, code in _POSTCODE_FIRST)

    def street_line(self, number: str, street: str) -> str:
        if not number:
            return street
        return f"{number} {street}" if self.number_first else f"{street} {number}"

    def town_line(self, city: str, postcode: str) -> str:
        parts = (postcode, city) if self.postcode_first else (city, postcode)
        return " ".join(part for part in parts if part)
