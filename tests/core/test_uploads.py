"""Uploaded images are re-encoded, or refused by their content."""

import io
import random
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from PIL import Image, ImageCms, PngImagePlugin

from apps.core.errors import BadInput, DomainError, TooLarge, Unavailable
from apps.core.files import uploads
from apps.core.files.image_headers import jpeg_scans, webp_size
from apps.core.files.uploads import DOCUMENT, PHOTO, clean_image
from apps.core.image_fields import CleanImageFormField
from tests import pictures
from tests.pictures import BLUE, GREEN, RED, WHITE, corners, encoded, jpeg, png, upload


def cleaned(content: bytes, fit: uploads.Fit = DOCUMENT) -> Image.Image:
    out = clean_image(upload(content), fit)
    assert_reencoded(out, content)
    return Image.open(io.BytesIO(out))


def assert_reencoded(out: bytes, sent: bytes) -> None:
    """Check for a plain JPEG: JFIF header, tables, one scan, end; nothing else."""
    assert out[:2] == b"\xff\xd8"
    assert out[-2:] == b"\xff\xd9"
    assert jpeg_scans(out, at_most=9) == 1
    image = Image.open(io.BytesIO(out))
    assert (image.format, image.mode) == ("JPEG", "RGB")
    assert set(image.info) <= {"jfif", "jfif_version", "jfif_unit", "jfif_density"}
    assert out not in sent
    assert sent not in out


def about(image: Image.Image, at: tuple[float, float], colour: tuple[int, int, int]) -> bool:
    pixel: Any = image.getpixel((int(image.width * at[0]), int(image.height * at[1])))
    return all(abs(is_ - wanted) < 16 for is_, wanted in zip(pixel, colour, strict=True))


def assert_corners(image: Image.Image) -> None:
    assert about(image, (0.2, 0.2), RED)
    assert about(image, (0.8, 0.2), GREEN)
    assert about(image, (0.2, 0.8), BLUE)
    assert about(image, (0.8, 0.8), WHITE)


def refusal(content: bytes, fit: uploads.Fit = DOCUMENT) -> DomainError:
    with pytest.raises(DomainError) as caught:
        clean_image(upload(content), fit)
    return caught.value


def assert_invalid(content: bytes) -> None:
    error = refusal(content)
    assert (type(error), error.code) == (BadInput, "image_invalid")


def assert_too_large(content: bytes) -> None:
    error = refusal(content)
    assert (type(error), error.code) == (TooLarge, "image_too_large")


# -- valid images ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        jpeg(),
        jpeg(progressive=True),
        png(),
        encoded(corners(), "PNG", bits=8, interlace=1),
        encoded(corners(), "WEBP", lossless=True),
        encoded(corners(), "WEBP", quality=95),
    ],
    ids=["jpeg", "progressive", "png", "interlaced", "lossless webp", "webp"],
)
def test_image_becomes_a_plain_jpeg_that_looks_the_same(content: bytes) -> None:
    image = cleaned(content)
    assert image.size == (80, 60)
    assert_corners(image)


def test_photo_becomes_a_square_of_512() -> None:
    image = cleaned(jpeg((3000, 2000)), PHOTO)
    assert image.size == (512, 512)
    assert_corners(image)


def test_small_photo_is_cropped_but_not_enlarged() -> None:
    assert cleaned(jpeg((90, 60)), PHOTO).size == (60, 60)


@pytest.mark.parametrize("size", [(4100, 2500), (2500, 4100), (9001, 90), (2001, 2001), (6001, 3999)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_document_is_at_most_2000_a_side_and_keeps_its_proportions(size: tuple[int, int], kind: str) -> None:
    image = cleaned(encoded(corners(size), kind, **({"compress_level": 1} if kind == "PNG" else {})))
    assert max(image.size) == 2000
    assert image.width / image.height == pytest.approx(size[0] / size[1], rel=0.05)
    assert_corners(image)


def test_one_pixel_is_an_image() -> None:
    assert cleaned(png((1, 1)), PHOTO).size == (1, 1)
    assert cleaned(png((1, 1)), DOCUMENT).size == (1, 1)


def shades() -> Image.Image:
    """A gradient from white on the left to black on the right."""
    image = Image.new("L", (80, 60), 255)
    image.paste(0, (40, 0, 80, 60))
    return image


@pytest.mark.parametrize("mode", ["1", "L", "LA", "I;16", "P", "RGBA"])
def test_shades_survive_every_png_encoding(mode: str) -> None:
    grey = shades()
    image = grey.point(lambda value: value * 257, "I").convert(mode) if mode[0] == "I" else grey.convert(mode)
    out = cleaned(encoded(image, "PNG"))
    assert about(out, (0.2, 0.5), (255, 255, 255))
    assert about(out, (0.8, 0.5), (0, 0, 0))


def test_cmyk_jpeg_becomes_rgb() -> None:
    image = cleaned(encoded(corners().convert("CMYK"), "JPEG", quality=95))
    assert_corners(image)


@pytest.mark.parametrize("mode", ["RGBA", "P"])
def test_transparent_areas_become_white(mode: str) -> None:
    image = corners().convert("RGBA")
    image.paste((0, 0, 0, 0), (0, 0, 40, 30))
    out = cleaned(encoded(image.convert(mode), "PNG"))
    assert about(out, (0.2, 0.2), WHITE)
    assert about(out, (0.8, 0.2), GREEN)


def test_transparent_palette_colour_becomes_white() -> None:
    out = cleaned(encoded(corners(), "PNG", transparency=RED))
    assert about(out, (0.2, 0.2), WHITE)
    assert about(out, (0.2, 0.8), BLUE)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("fit", [PHOTO, DOCUMENT], ids=["photo", "document"])
def test_image_with_exif_rotation_is_rotated(orientation: int, fit: uploads.Fit) -> None:
    lying = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    scene = corners((640, 480))
    exif = Image.Exif()
    exif[0x0112] = orientation
    shot = scene if lying is None else scene.transpose(lying)
    image = cleaned(encoded(shot, "JPEG", exif=exif, quality=95), fit)
    assert image.size == ((480, 480) if fit is PHOTO else (640, 480))
    assert_corners(image)


def test_location_camera_comment_and_thumbnail_are_dropped() -> None:
    exif = Image.Exif()
    exif[0x010F] = "Spy Camera Works"
    exif.get_ifd(0x8825)[2] = (50.0, 42.0, 3.6)
    xmp = b"http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta>secret</x:xmpmeta>"
    content = jpeg(exif=exif, comment=b"secret", xmp=xmp)
    assert b"Spy Camera" in content
    assert b"secret" in content
    out = clean_image(upload(content), DOCUMENT)
    assert_reencoded(out, content)
    assert b"Spy" not in out
    assert b"secret" not in out
    assert not Image.open(io.BytesIO(out)).getexif()


def test_text_of_a_png_is_dropped() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "<?php system('id') ?>")
    notes.add_itxt("XML", "<script>alert(1)</script>", zip=True)
    out = clean_image(upload(encoded(corners(), "PNG", pnginfo=notes)), DOCUMENT)
    assert b"php" not in out
    assert b"script" not in out


def test_colours_become_srgb_and_the_profile_is_dropped() -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    content = jpeg(icc_profile=profile)
    assert b"ICC_PROFILE" in content
    assert_corners(cleaned(content))


def test_broken_profile_and_broken_exif_are_ignored() -> None:
    assert_corners(cleaned(jpeg(icc_profile=b"no profile" * 20)))
    assert_corners(cleaned(jpeg(exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff no exif")))


def frames() -> list[Image.Image]:
    return [Image.new("RGB", (80, 60), BLUE), Image.new("RGB", (80, 60), GREEN)]


@pytest.mark.parametrize("kind", ["PNG", "WEBP"])
def test_first_frame_of_an_animation_is_stored(kind: str) -> None:
    content = encoded(corners(), kind, save_all=True, append_images=frames(), duration=50, loop=0)
    assert getattr(Image.open(io.BytesIO(content)), "n_frames", 1) == 3
    image = cleaned(content)
    assert getattr(image, "n_frames", 1) == 1
    assert_corners(image)


def test_second_image_and_appended_video_are_dropped() -> None:
    stereo = encoded(corners(), "MPO", save_all=True, append_images=frames(), quality=95)
    assert_corners(cleaned(stereo))
    film = random.Random(1).randbytes(4_000_000)
    assert film.count(b"\xff\xda") > uploads.MAX_JPEG_SCANS
    assert_corners(cleaned(jpeg() + film))


# -- hostile files -----------------------------------------------------------------------------


@pytest.mark.parametrize("payload", pictures.HOSTILE_TEXTS.values(), ids=pictures.HOSTILE_TEXTS.keys())
def test_file_with_only_an_images_name_is_invalid(payload: bytes) -> None:
    assert_invalid(payload)


@pytest.mark.parametrize("kind", pictures.other_formats().keys())
def test_image_of_another_format_is_invalid(kind: str) -> None:
    assert_invalid(pictures.other_formats()[kind])


def test_animated_gif_is_invalid() -> None:
    assert_invalid(encoded(corners(), "GIF", save_all=True, append_images=frames()))


@pytest.mark.parametrize("brand", [b"heic", b"mif1", b"heix"])
def test_heic_is_refused_by_name(brand: bytes) -> None:
    error = refusal(b"\x00\x00\x00\x18ftyp" + brand + bytes(100))
    assert error.code == "image_invalid"
    assert "HEIC" in str(error.detail)


@pytest.mark.parametrize("payload", pictures.HOSTILE_TEXTS.values(), ids=pictures.HOSTILE_TEXTS.keys())
@pytest.mark.parametrize("picture", [jpeg, png], ids=["jpeg", "png"])
def test_file_appended_to_an_image_is_dropped(picture: Callable[[], bytes], payload: bytes) -> None:
    out = clean_image(upload(picture() + payload), DOCUMENT)
    assert len(payload) < 8 or payload not in out
    assert_reencoded(out, picture() + payload)


def test_gif_script_and_jpeg_in_a_html_page_are_invalid() -> None:
    assert_invalid(b"GIF89a/*" + bytes(20) + b"*/=1;alert(1)")
    assert_invalid(b"<html><!--" + jpeg() + b"--><script>alert(1)</script>")


@pytest.mark.parametrize("keep", [0.05, 0.3, 0.6, 0.95])
@pytest.mark.parametrize("picture", [jpeg, png], ids=["jpeg", "png"])
def test_truncated_picture_is_invalid(picture: Callable[..., bytes], keep: float) -> None:
    content = picture((400, 300))
    assert_invalid(content[: int(len(content) * keep)])


def test_truncated_webp_is_invalid() -> None:
    content = encoded(corners((400, 300)), "WEBP", quality=80)
    assert_invalid(content[: len(content) // 2])


def test_empty_file_is_invalid() -> None:
    assert_invalid(b"")


@pytest.mark.parametrize("side", [6_400, 20_000])
def test_few_bytes_with_many_pixels_are_too_large(side: int) -> None:
    content = pictures.png_bomb(side)
    assert len(content) < 100_000
    assert_too_large(content)


def test_image_of_just_under_40_million_pixels_is_accepted() -> None:
    assert cleaned(pictures.png_bomb(6_320), PHOTO).size == (512, 512)


def test_webp_size_is_checked_before_opening() -> None:
    assert webp_size(pictures.webp_bomb()) == (16384, 16384)
    assert_too_large(pictures.webp_bomb())


@pytest.mark.parametrize("options", [{"lossless": True}, {"quality": 80}, {"quality": 80, "exif": b"x"}])
def test_size_of_each_kind_of_webp_is_read(options: dict[str, Any]) -> None:
    assert webp_size(encoded(corners((123, 45)), "WEBP", **options)) == (123, 45)


def test_jpeg_with_too_many_scans_is_invalid() -> None:
    assert jpeg_scans(pictures.scan_bomb(), at_most=1000) > 200
    assert_invalid(pictures.scan_bomb())


def test_compressed_texts_and_profiles_of_100_megabytes_are_not_unpacked() -> None:
    bomb = zlib.compress(bytes(100_000_000), 9)
    text = pictures.png_chunk(b"zTXt", b"Comment\x00\x00" + bomb)
    profile = pictures.png_chunk(b"iCCP", b"profile\x00\x00" + bomb)
    assert_invalid(pictures.png_with(text))
    assert_invalid(pictures.png_with(profile))


class Unread(UploadedFile):
    """A file that must not be read."""

    def seek(self, *args: Any) -> int:
        raise AssertionError("read")

    read = seek


def test_twenty_megabytes_are_refused_unread() -> None:
    file = Unread(io.BytesIO(), "photo.png", "image/png", size=20 * 1024 * 1024)
    with pytest.raises(TooLarge) as caught:
        clean_image(file, PHOTO)
    assert caught.value.code == "image_too_large"


def test_eight_megabytes_are_accepted_and_one_byte_more_is_not() -> None:
    full = jpeg() + bytes(uploads.MAX_IMAGE_BYTES - len(jpeg()))
    assert_corners(cleaned(full))
    assert_too_large(full + b"\x00")


def test_only_one_image_is_decoded_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "DECODER_WAIT_SECONDS", 0.01)
    assert uploads._decoders.acquire(timeout=1)
    try:
        with pytest.raises(Unavailable):
            clean_image(upload(jpeg()), PHOTO)
    finally:
        uploads._decoders.release()
    assert clean_image(upload(jpeg()), PHOTO)


def test_refused_image_releases_the_decoder() -> None:
    for _ in range(3):
        assert_invalid(b"\x89PNG\r\n\x1a\n" + bytes(40))
    assert clean_image(upload(jpeg()), PHOTO)


def mutants(number: int) -> list[bytes]:
    """Valid images with bytes flipped, cut, doubled or joined with others."""
    chance = random.Random(20261121)
    seeds = [
        jpeg(),
        jpeg(progressive=True),
        png(),
        encoded(corners(), "WEBP"),
        encoded(corners().convert("P"), "PNG"),
        encoded(corners(), "MPO", save_all=True, append_images=frames()),
        *pictures.HOSTILE_TEXTS.values(),
    ]
    found = []
    for _ in range(number):
        content = bytearray(chance.choice(seeds))
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(content))
            match chance.randrange(4):
                case 0:
                    content[at] = chance.randrange(256)
                case 1:
                    content[at:at] = content[at : at + chance.randint(1, 40)]
                case 2 if len(content) > 40:
                    del content[at : at + chance.randint(1, 20)]
                case _:
                    content += chance.choice(seeds)[:200]
        found.append(bytes(content))
    return found


def test_each_of_300_damaged_files_is_refused_or_reencoded() -> None:
    outcomes = set()
    for content in mutants(300):
        try:
            assert_reencoded(clean_image(upload(content), PHOTO), content)
            outcomes.add("drawn")
        except DomainError as error:
            outcomes.add(error.code)
    assert outcomes >= {"drawn", "image_invalid"}


MEASURE = """
import io, resource, sys
from django.conf import settings
settings.configure()
from PIL import Image
from apps.core.errors import DomainError
from apps.core.files.uploads import DOCUMENT, clean_image
from tests import pictures
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
files = [open(path, "rb").read() for path in sys.argv[1:]]
before = peak()
for content in files:
    try: print(len(clean_image(pictures.upload(content), DOCUMENT)), file=sys.stderr)
    except DomainError as error: print(error.code, file=sys.stderr)
print(peak() - before)
"""


def test_memory_stays_below_twice_the_largest_image(tmp_path: Path) -> None:
    """40 million pixels take 160 MB."""
    colours = Image.new("RGB", (8000, 5000), RED)
    hostile = {
        "bomb.png": pictures.png_bomb(),
        "bomb.webp": pictures.webp_bomb(),
        "scans.jpg": pictures.scan_bomb(),
        "progressive.jpg": encoded(colours, "JPEG", progressive=True, subsampling=0),
        "clear.png": encoded(colours.convert("RGBA"), "PNG", compress_level=1),
        "large.webp": encoded(Image.new("RGB", (4000, 3999), RED), "WEBP", quality=20, method=0),
    }
    for name, content in hostile.items():
        (tmp_path / name).write_bytes(content)
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *(str(tmp_path / name) for name in hostile)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).resolve().parents[2],
    )
    assert int(done.stdout) < 2 * 160, done.stderr


# -- forms of the Django admin ---------------------------------------------------------------------


def test_django_admin_form_reencodes_too() -> None:
    field = CleanImageFormField(fit=PHOTO, required=False)
    out = field.clean(upload(png()), None)
    assert out.name == "image.jpg"
    assert_reencoded(out.read(), png())
    with pytest.raises(ValidationError):
        field.clean(upload(pictures.HOSTILE_TEXTS["svg"]), None)
