"""Pictures of all kinds, valid and hostile, as uploaded bytes."""

import io
import struct
import zlib
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

RED, GREEN, BLUE, WHITE = (200, 30, 30), (30, 160, 30), (30, 30, 200), (255, 255, 255)


def corners(size: tuple[int, int] = (80, 60)) -> Image.Image:
    """Red at the top left, green at the top right, blue at the bottom left, white at the bottom right."""
    width, height = size
    image = Image.new("RGB", size, WHITE)
    image.paste(RED, (0, 0, width // 2, height // 2))
    image.paste(GREEN, (width // 2, 0, width, height // 2))
    image.paste(BLUE, (0, height // 2, width // 2, height))
    return image


def encoded(image: Image.Image, kind: str = "JPEG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def jpeg(size: tuple[int, int] = (80, 60), **options: Any) -> bytes:
    return encoded(corners(size), "JPEG", **{"quality": 95, "subsampling": 0} | options)


def png(size: tuple[int, int] = (80, 60)) -> bytes:
    return encoded(corners(size), "PNG")


def upload(content: bytes, name: str = "photo.png", content_type: str = "image/png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type)


def png_chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png_with(*chunks: bytes) -> bytes:
    """A valid PNG with more chunks behind its header."""
    good = png()
    return good[:33] + b"".join(chunks) + good[33:]


def png_bomb(side: int = 20_000) -> bytes:
    """Fifty kilobytes that decode to hundreds of millions of pixels."""
    header = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + side // 8)) for _ in range(side)) + packer.flush()
    chunks = png_chunk(b"IHDR", header) + png_chunk(b"IDAT", rows) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + chunks


def webp_bomb() -> bytes:
    """A canvas of 16384 by 16384 around a picture of one pixel."""
    small = encoded(Image.new("RGBA", (1, 1)), "WEBP", lossless=True)
    canvas = bytes([0x10, 0, 0, 0]) + (16383).to_bytes(3, "little") * 2
    body = b"WEBP" + b"VP8X" + struct.pack("<I", len(canvas)) + canvas + small[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def scan_bomb(scans: int = 200) -> bytes:
    """A progressive JPEG that repeats its last scan: each costs a pass over all pixels."""
    good = jpeg((400, 400), progressive=True)
    last = good.rindex(b"\xff\xda")
    return good[:last] + good[last:-2] * scans + good[-2:]


HOSTILE_TEXTS = {
    "html": b"<!doctype html><script>alert(1)</script>",
    "svg": b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
    "svg with a DTD": b'<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
    "php": b"<?php system($_GET[0]); ?>",
    "pdf": b"%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj",
    "postscript": b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file",
    "zip": b"PK\x03\x04" + bytes(60),
    "text": b"not a picture at all",
    "imagemagick": b"push graphic-context\nimage over 0,0 0,0 'ephemeral:/etc/passwd'",
    "signature alone": b"\x89PNG\r\n\x1a\n",
    "one byte": b"\xff",
}


def other_formats() -> dict[str, bytes]:
    """Formats that Pillow reads and we refuse."""
    kinds = ("GIF", "BMP", "TIFF", "ICO", "TGA", "PPM", "JPEG2000", "AVIF", "PCX", "DDS")
    return {kind: encoded(corners(), kind) for kind in kinds}
