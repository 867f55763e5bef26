"""Latin text in the lists of a right-to-left language."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import TIMEOUT_MS, OpenPage
from tests.e2e.people import sign_in_as

pytestmark = pytest.mark.e2e

Snap = Callable[[Page, str], Path]
# How far the text of a cell is from the side at which the line starts.
INDENTS = """() => ["first_name", "last_name", "mobile", "email"]
    .flatMap(column => [...document.querySelectorAll(`tbody td[data-col='${column}']`)])
    .filter(cell => cell.textContent.trim() && cell.getBoundingClientRect().width)
    .map(cell => {
        const range = document.createRange();
        range.selectNodeContents(cell.querySelector("a, bdi") ?? cell);
        const from = cell.getBoundingClientRect().right - parseFloat(getComputedStyle(cell).paddingRight);
        return [cell.dataset.col, Math.round(from - range.getBoundingClientRect().right)];
    })"""


def test_latin_names_start_where_the_arabic_list_does(open_page: OpenPage, snap: Snap) -> None:
    admin = open_page(viewport={"width": 1440, "height": 900})
    admin.add_init_script("localStorage.setItem('hansom.language', 'ar')")
    sign_in_as(admin, "Dora")
    admin.goto("/riders")
    expect(admin.get_by_role("row").nth(1)).to_be_visible(timeout=TIMEOUT_MS)
    snap(admin, "riders-ar")
    indents = admin.evaluate(INDENTS)
    assert indents
    assert [each for each in indents if abs(each[1]) > 2] == []
