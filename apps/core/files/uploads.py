"""Uploaded images: a re-encoded copy is stored, never the uploaded bytes.

The type is detected from the content, not from the name or the browser's content type. Size in bytes and
pixels is checked before decoding. The copy contains no metadata, thumbnails or appended data.
"""

import io
import logging
from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import IO, Any, Final

from django.core.files import File
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageCms, ImageOps, UnidentifiedImageError
from PIL.Image import DecompressionBombError, Resampling

from apps.core.errors import BadInput, DomainError, TooLarge, Unavailable
from apps.core.files.image_headers import is_heic, jpeg_scans, webp_size

log = logging.getLogger(__name__)

MAX_IMAGE_BYTES: Final = 8 * 1024 * 1024
MAX_IMAGE_PIXELS: Final = 40_000_000
MAX_WEBP_PIXELS: Final = 16_000_000
"""libwebp and Pillow use four copies of an image while decoding."""
MAX_JPEG_SCANS: Final = 32
"""Cameras write one scan, progressive images about ten; each scan is another pass over all pixels."""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""Formats that Pillow may try; its sixty others would be attack surface."""
QUALITY: Final = 85
SUFFIX: Final = ".jpg"

# Decoding the largest takes about 280 MB, and every thread of the process could need that.
DECODERS: Final = 1
DECODER_WAIT_SECONDS: Final = 5
_decoders = BoundedSemaphore(DECODERS)
STRIP_ROWS: Final = 64
SRGB: Final = ImageCms.createProfile("sRGB")


@dataclass(frozen=True, slots=True)
class Fit:
    """Maximum size of the stored image, and whether it is cropped to a square."""

    max_side: int
    square: bool = False


PHOTO: Final = Fit(512, square=True)
DOCUMENT: Final = Fit(2000)
PICTURE: Final = Fit(512)
"""Not cropped: a car is wider than it is high."""


def clean_image(file: "File[Any]", fit: Fit) -> bytes:
    """Return the image as JPEG: upright, in sRGB, on white, without metadata.

    Stores the first frame of an animation. Raises BadInput image_invalid for a damaged file or another
    format, TooLarge image_too_large beyond MAX_IMAGE_BYTES or MAX_IMAGE_PIXELS.
    """
    _check_size(file)
    stream = _seekable(file)
    _check_header(stream)
    if not _decoders.acquire(timeout=DECODER_WAIT_SECONDS):
        raise Unavailable("unavailable", _("Try again in a moment."))
    try:
        return _redraw(stream, fit)
    except DomainError:
        raise
    except (DecompressionBombError, MemoryError) as error:
        raise _too_many_pixels() from error
    except Exception as error:
        # A damaged or hostile file can make a decoder raise anything: struct.error, KeyError, SyntaxError ...
        log.info("image refused: %s: %s", type(error).__name__, error)
        raise _invalid() from error
    finally:
        _decoders.release()


def _check_size(file: "File[Any]") -> None:
    if not file.size:
        raise _invalid()
    if file.size > MAX_IMAGE_BYTES:
        raise too_many_bytes()


def _seekable(file: "File[Any]") -> IO[bytes]:
    file.seek(0)
    return file.file if file.file is not None else file


def _check_header(stream: IO[bytes]) -> None:
    """Reject, by its header, a file that must not be opened."""
    data = stream.read()
    stream.seek(0)
    if is_heic(data):
        raise BadInput("image_invalid", _("HEIC photos aren't supported. Choose a JPEG, PNG or WebP."))
    # libwebp allocates the whole canvas on opening, before Pillow checks the pixel count.
    width, height = webp_size(data) or (0, 0)
    if width * height > MAX_WEBP_PIXELS:
        raise _too_many_pixels()
    if jpeg_scans(data, at_most=MAX_JPEG_SCANS) > MAX_JPEG_SCANS:
        raise _invalid()


def _redraw(stream: IO[bytes], fit: Fit) -> bytes:
    try:
        image = Image.open(stream, formats=FORMATS)
    except UnidentifiedImageError as error:
        raise _invalid() from error
    with image:
        if image.width * image.height > MAX_IMAGE_PIXELS:
            raise _too_many_pixels()
        spare = _spare(image.size, fit)
        # libjpeg scales while decoding, which takes a twelfth of the memory for a large photo.
        image.draft(None, (image.width // spare, image.height // spare))
        image.load()
        small = _fitted(_thinned(image, _spare(image.size, fit)), fit)
        kept = _in_srgb(_upright(small, image), image.info.get("icc_profile"))
        out = io.BytesIO()
        kept.save(out, "JPEG", quality=QUALITY, optimize=True)
        return out.getvalue()


def _spare(size: tuple[int, int], fit: Fit) -> int:
    """Return the factor by which an image can be reduced and still be twice the stored size."""
    side = min(size) if fit.square else max(size)
    return max(1, side // (2 * fit.max_side))


def _thinned(image: Image.Image, spare: int) -> Image.Image:
    """Return a smaller image without transparency, reduced by the factor `spare`.

    Works in strips, because a transformation of the whole image takes as much memory as the image.
    """
    width, rows = -(-image.width // spare), spare * STRIP_ROWS
    thin: Image.Image | None = None
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height)))
        strip.info = image.info
        part = _on_white(_to_8_bit(strip)).reduce(spare)
        if thin is None:
            thin = Image.new(part.mode, (width, -(-image.height // spare)))
        thin.paste(part, (0, top // spare))
    if thin is None:
        raise _invalid()
    return thin


def _to_8_bit(image: Image.Image) -> Image.Image:
    """Return the image in a mode that can be scaled and colour-managed: L, LA, RGB, RGBA or CMYK."""
    if image.mode.startswith("I"):
        # 16 bits per pixel: Pillow's own conversion clips instead of scaling.
        return image.convert("I").point(lambda value: value / 256).convert("L")
    if "transparency" in image.info and image.mode in ("1", "L", "P", "RGB"):
        return image.convert("RGBA")
    return image if image.mode in ("L", "LA", "RGB", "RGBA", "CMYK") else image.convert("RGB")


def _on_white(image: Image.Image) -> Image.Image:
    if image.mode not in ("LA", "RGBA"):
        return image
    ground = Image.new(image.mode.removesuffix("A"), image.size, "white")
    ground.paste(image.convert(ground.mode), mask=image.getchannel("A"))
    return ground


def _fitted(image: Image.Image, fit: Fit) -> Image.Image:
    if fit.square:
        side = min(*image.size, fit.max_side)
        # Faces are usually slightly above the middle.
        return ImageOps.fit(image, (side, side), Resampling.LANCZOS, centering=(0.5, 0.4))
    image.thumbnail((fit.max_side, fit.max_side), Resampling.LANCZOS)
    return image


ORIENTATION: Final = 0x0112
TURNS: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _upright(small: Image.Image, source: Image.Image) -> Image.Image:
    try:
        turn = TURNS.get(source.getexif().get(ORIENTATION, 1))
    except Exception:
        # Broken metadata is no reason to reject a good image, because it is dropped anyway.
        turn = None
    return small if turn is None else small.transpose(turn)


def _in_srgb(image: Image.Image, profile: Any) -> Image.Image:
    """Convert to sRGB: phones use Display P3, printers CMYK."""
    if profile and image.mode in ("RGB", "CMYK"):
        try:
            meant = ImageCms.profileToProfile(
                image, ImageCms.ImageCmsProfile(io.BytesIO(profile)), SRGB, outputMode="RGB"
            )
        except (ImageCms.PyCMSError, OSError, ValueError):
            log.info("colour profile ignored")
        else:
            image = meant or image
    kept = Image.new("RGB", image.size)
    # Copy only the pixels; Pillow would save parts of `info`.
    kept.paste(image.convert("RGB"))
    return kept


def _invalid() -> BadInput:
    return BadInput("image_invalid", _("We couldn't read this photo. Choose a JPEG, PNG or WebP."))


def too_many_bytes() -> TooLarge:
    return TooLarge("image_too_large", _("This photo is too large. Maximum: 8 MB."))


def _too_many_pixels() -> TooLarge:
    return TooLarge("image_too_large", _("This photo has too many pixels."))
