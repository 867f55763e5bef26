"""The operator's brand: its logo, colour, names and postal address."""

import pytest
from django.db import IntegrityError, transaction

from apps.core.brand import Brand, Logo, brand_of, contrast, one_line
from apps.core.models import PlatformSettings
from apps.core.platform import clear_platform_cache, platform_settings, update_platform_settings


def brand(color: str) -> Brand:
    return Brand(
        app_name="Cabs", company="Cabs", color=color, website="", contact_email="", address=(), logo=None
    )


@pytest.mark.parametrize(
    ("color", "text"),
    [("#ffbe38", "#000000"), ("#1c5fd4", "#ffffff"), ("#000000", "#ffffff"), ("#ffffff", "#000000")],
)
def test_text_on_the_brand_colour_is_black_or_white(color: str, text: str) -> None:
    assert brand(color).on_color == text


def test_text_is_readable_on_every_colour() -> None:
    steps = range(0, 256, 15)
    colors = [f"#{red:02x}{green:02x}{blue:02x}" for red in steps for green in steps for blue in steps]
    assert min(contrast(brand(color).on_color, color) for color in colors) >= 4.5


def test_button_of_a_pale_colour_has_a_visible_edge_on_white() -> None:
    assert brand("#1c5fd4").edge == "#1c5fd4"
    assert contrast(brand("#fffbe6").edge, "#ffffff") >= 3


def test_logo_keeps_its_proportions_in_a_box() -> None:
    assert Logo(b"", 500, 100).within(width=220, height=56) == pytest.approx((220, 44))
    assert Logo(b"", 100, 100).within(width=220, height=56) == pytest.approx((56, 56))


def test_name_becomes_one_line() -> None:
    assert one_line(" Cab\r\nBcc: eve@example.org\x00 ") == "Cab Bcc: eve@example.org"


@pytest.mark.django_db
def test_blank_settings_are_left_out_and_the_app_name_replaces_the_company() -> None:
    update_platform_settings(app_name="Cabs", postal_address=" \n\n 1 Quay Street \n Newport\n")
    got = brand_of(platform_settings())
    assert (got.app_name, got.company, got.logo) == ("Cabs", "Cabs", None)
    assert got.address == ("1 Quay Street", "Newport")
    assert got.color == "#ffbe38"


@pytest.mark.django_db
def test_unreadable_logo_is_left_out() -> None:
    PlatformSettings.objects.update_or_create(pk=1, defaults={"logo": "platform/gone.jpg"})
    clear_platform_cache()
    assert brand_of(platform_settings()).logo is None


@pytest.mark.django_db
@pytest.mark.parametrize("color", ["red", "#12345", "#12345g", "#fff;x:", ""])
def test_database_constraint_allows_only_colours(color: str) -> None:
    platform_settings()
    with pytest.raises(IntegrityError), transaction.atomic():
        PlatformSettings.objects.update(brand_color=color)
