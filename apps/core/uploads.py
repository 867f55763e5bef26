"""Images that people send: what is stored is drawn again by us, never the bytes that came.

A file is told by its content, not by its name or the type that the browser claims; its size in bytes and
in pixels is known before anything is decoded; and whatever it carried besides the picture (place, camera,
thumbnails, a second file behind the first) is not in the copy.
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
from apps.core.image_headers import is_heic, jpeg_scans, webp_size

log = logging.getLogger(__name__)

MAX_IMAGE_BYTES: Final = 8 * 1024 * 1024
MAX_IMAGE_PIXELS: Final = 40_000_000
MAX_WEBP_PIXELS: Final = 16_000_000
"""libwebp and Pillow hold four copies of a picture while they decode it."""
MAX_JPEG_SCANS: Final = 32
"""Cameras write one, progressive pictures about ten; each one more is another pass over all pixels."""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
"""What Pillow may try; it knows sixty more, each a way in."""
QUALITY: Final = 85
SUFFIX: Final = ".jpg"

# The largest takes about 280 MB while it is decoded, and every thread of the process might hold one.
DECODERS: Final = 1
DECODER_WAIT_SECONDS: Final = 5
_decoders = BoundedSemaphore(DECODERS)
STRIP_ROWS: Final = 64
SRGB: Final = ImageCms.createProfile("sRGB")


@dataclass(frozen=True, slots=True)
class Fit:
    """How large the kept picture may be, and whether its middle is cut out as a square."""

    max_side: int
    square: bool = False


PHOTO: Final = Fit(512, square=True)
DOCUMENT: Final = Fit(2000)
PICTURE: Final = Fit(512)
"""Of a thing, whole: a car is wider than it is high."""


def clean_image(file: "File[Any]", fit: Fit) -> bytes:
    """The picture in a file as a JPEG of ours: upright, in sRGB, on white, without its metadata.

    Of a moving picture the first frame is stored. Raises BadInput image_invalid for what is no JPEG, PNG or
    WebP or is damaged, TooLarge image_too_large beyond MAX_IMAGE_BYTES or MAX_IMAGE_PIXELS.
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
        # A damaged or hostile file makes a decoder raise anything: struct.error, KeyError, SyntaxError ...
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
    """Refuse by the bytes what must not even be opened."""
    data = stream.read()
    stream.seek(0)
    if is_heic(data):
        raise BadInput("image_invalid", _("HEIC photos aren't supported. Choose a JPEG, PNG or WebP."))
    # libwebp makes room for the whole canvas when a file is opened, before Pillow counts its pixels.
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
        # libjpeg itself leaves out what is not needed: a twelfth of the memory for a large photograph.
        image.draft(None, (image.width // spare, image.height // spare))
        image.load()
        small = _fitted(_thinned(image, _spare(image.size, fit)), fit)
        kept = _in_srgb(_upright(small, image), image.info.get("icc_profile"))
        out = io.BytesIO()
        kept.save(out, "JPEG", quality=QUALITY, optimize=True)
        return out.getvalue()


def _spare(size: tuple[int, int], fit: Fit) -> int:
    """How many pixels in a row may become one and leave twice of what is stored."""
    side = min(size) if fit.square else max(size)
    return max(1, side // (2 * fit.max_side))


def _thinned(image: Image.Image, spare: int) -> Image.Image:
    """A new picture, without transparency, with every `spare` pixels of a row and a column as one.

    In strips, because each change of the whole of a large picture takes as much memory as the picture.
    """
    width, rows = -(-image.width // spare), spare * STRIP_ROWS
    thin: Image.Image | None = None
    for top in range(0, image.height, rows):
        strip = image.crop((0, top, image.width, min(top + rows, image.height)))
        strip.info = image.info
        part = _on_white(_in_eight_bits(strip)).reduce(spare)
        if thin is None:
            thin = Image.new(part.mode, (width, -(-image.height // spare)))
        thin.paste(part, (0, top // spare))
    if thin is None:
        raise _invalid()
    return thin


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """A picture in a mode that can be scaled and coloured: L, LA, RGB, RGBA or CMYK."""
    if image.mode.startswith("I"):
        # Sixteen bits a pixel; Pillow's own conversion would cut off, not scale.
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
        # A little above the middle is where faces are.
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
        # Broken metadata is no reason to refuse a whole picture: it is deleted anyhow.
        turn = None
    return small if turn is None else small.transpose(turn)


def _in_srgb(image: Image.Image, profile: Any) -> Image.Image:
    """The colours that the camera meant: phones photograph in Display P3, printers keep CMYK."""
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
    # Pixels alone: what the picture was saved with is stored in `info`, and some of it would be saved again.
    kept.paste(image.convert("RGB"))
    return kept


def _invalid() -> BadInput:
    return BadInput("image_invalid", _("We couldn't read this photo. Choose a JPEG, PNG or WebP."))


def too_many_bytes() -> TooLarge:
    return TooLarge("image_too_large", _("This photo is too large. Maximum: 8 MB."))


def _too_many_pixels() -> TooLarge:
    return TooLarge("image_too_large", _("This photo has too many pixels."))
