"""An operator's brand."""

from apps.core.brand import logo_name
from apps.core.files.stored_files import store_file
from apps.core.media import PUBLIC
from apps.core.platform import update_platform_settings
from tests.pictures import jpeg


def with_logo(*, width: int = 400, height: int = 100) -> None:
    update_platform_settings(logo=store_file(PUBLIC, logo_name(), jpeg((width, height))))


def with_brand() -> None:
    """Fill in every brand setting, with characters that HTML and headers must escape."""
    update_platform_settings(
        app_name="Island <Cabs>",
        company_name="Ferry & Sons",
        company_website="https://www.ferry.example/",
        contact_email="help@ferry.example",
        brand_color="#0b5d3b",
        postal_address="1 Quay <Street>\nNewport PO30 2QS\nUnited Kingdom",
    )
    with_logo()
