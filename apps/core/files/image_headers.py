"""Reads image headers without decoding the image."""

import re
from typing import Final

HEIC_BRANDS: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
START_OF_IMAGE: Final = b"\xff\xd8"
START_OF_SCAN: Final = 0xDA
END_OF_IMAGE: Final = 0xD9
MARKER: Final = re.compile(rb"\xff[^\x00\x01\xd0-\xd8\xff]", re.DOTALL)
"""In coded data, a byte ff is followed by 00 or a restart marker, never by one of these."""


def is_heic(head: bytes) -> bool:
    """The default format of iPhones."""
    return head[4:8] == b"ftyp" and head[8:12] in HEIC_BRANDS


def webp_size(head: bytes) -> tuple[int, int] | None:
    """Return width and height of a WebP from its first 30 bytes; None for other data."""
    if head[:4] != b"RIFF" or head[8:12] != b"WEBP" or len(head) < 30:
        return None
    kind = head[12:16]
    if kind == b"VP8X":
        return 1 + int.from_bytes(head[24:27], "little"), 1 + int.from_bytes(head[27:30], "little")
    if kind == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if kind == b"VP8 ":
        width, height = int.from_bytes(head[26:28], "little"), int.from_bytes(head[28:30], "little")
        return width & 0x3FFF, height & 0x3FFF
    return None


def jpeg_scans(data: bytes, *, at_most: int) -> int:
    """Count the scans of a JPEG, up to `at_most` + 1; 0 for other data.

    Data after the image, such as a phone's video, is ignored.
    """
    if not data.startswith(START_OF_IMAGE):
        return 0
    found, at = 0, len(START_OF_IMAGE)
    while found <= at_most:
        marker = MARKER.search(data, at)
        if marker is None or marker[0][1] == END_OF_IMAGE:
            return found
        found += marker[0][1] == START_OF_SCAN
        # A segment starts with its length. Coded data after a scan has no length, but contains no markers.
        at = marker.end() + max(2, int.from_bytes(data[marker.end() : marker.end() + 2], "big"))
    return found
