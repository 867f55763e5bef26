"""Languages and translations of admins: document 2, sections 3 to 6."""

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest
from django.db import IntegrityError, connection, transaction
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.languages import selectors, services
from apps.backoffice.languages.translations import SHIPPED, is_plural, shipped_texts
from apps.backoffice.models import Language
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import update_platform_settings
from tests.personas import client_of, make_user
from tests.servers import ROOT

pytestmark = pytest.mark.django_db
URL: Final = "/api/v1/languages/"
KEY: Final = "nav.home"
ITALIAN: Final = {"name": "Italiano", "code": "it", "date_locale": "it"}


@pytest.fixture
def dora() -> User:
    return make_user("Dora", UserType.ADMIN)


@pytest.fixture
def staff(dora: User) -> APIClient:
    return client_of(dora)


def one(code: str) -> Language:
    return selectors.language_by_code(code)


def address(code: str, *rest: str) -> str:
    return "/".join([f"{URL}{one(code).pk}", *rest, ""])


def add(staff: APIClient, **changes: str) -> Any:
    return staff.post(URL, ITALIAN | changes, format="json")


def say(staff: APIClient, code: str, **words: str | None) -> Any:
    pairs = {key.replace("__", "."): text for key, text in words.items()}
    return staff.patch(address(code, "words"), {"pairs": pairs}, format="json")


def published() -> list[Any]:
    return [entry.payload["code"] for entry in OutboxEntry.objects.filter(name="languages.changed")]


def pairs_of(code: str) -> Any:
    return APIClient().get(f"{URL}{code}/translations/").json()["pairs"]


def test_visitor_sees_the_shipped_languages_with_english_as_default() -> None:
    rows = APIClient().get(URL).json()["results"]
    assert [row["code"] for row in rows if row["default"]] == ["en"]
    arabic = next(row for row in rows if row["code"] == "ar")
    assert (arabic["name"], arabic["dir"], arabic["date_locale"]) == ("العربية", "rtl", "ar-u-nu-latn")
    assert (arabic["shipped"], arabic["completeness"], arabic["overrides"]) == (True, 100, 0)


def test_list_takes_one_query_for_any_number_of_languages(
    staff: APIClient, django_assert_num_queries: Callable[[int], Any]
) -> None:
    add(staff)
    with django_assert_num_queries(1):
        APIClient().get(URL)


def test_new_shipped_language_is_added() -> None:
    selectors.languages()
    Language.objects.filter(code="ar").delete()
    assert one("ar").base == "ar"
    assert not one("ar").default


def test_there_is_never_a_second_default() -> None:
    selectors.languages()
    with pytest.raises(IntegrityError), transaction.atomic():
        Language.objects.update(default=True)


def test_new_language_has_the_defaults_texts_and_is_not_default(staff: APIClient, dora: User) -> None:
    say(staff, "en", nav__home="Start")
    reply = add(staff)
    assert reply.status_code == 201
    row = reply.json()
    assert (row["default"], row["shipped"], row["base"], row["completeness"]) == (False, False, "en", 0)
    assert row["created_at"]
    words = staff.get(address("it")).json()["key_value_pairs"]
    assert words == {**shipped_texts("en"), KEY: "Start"}
    entry = AuditEntry.objects.get(action="added")
    assert (entry.actor_id, entry.kind, entry.label) == (dora.pk, "language", "Italiano")
    assert entry.after == ITALIAN
    assert published()[-1] == "it"


def test_later_changes_of_the_default_do_not_change_the_copy(staff: APIClient) -> None:
    say(staff, "en", nav__home="Start")
    add(staff)
    say(staff, "en", nav__home="Front")
    assert pairs_of("it") == {KEY: "Start"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", "xx"),
        ("code", "../en"),
        ("code", "en"),
        ("code", "IT"),
        ("date_locale", "nowhere"),
        ("date_locale", "it-u-"),
        ("name", ""),
    ],
)
def test_invalid_language_is_refused(staff: APIClient, field: str, value: str) -> None:
    before = {language.code for language in selectors.languages()}
    reply = add(staff, **{field: value})
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert field in reply.json()["fields"]
    assert {language.code for language in selectors.languages()} == before
    assert published() == []


@pytest.mark.parametrize(
    ("code", "way"), [("fa", "rtl"), ("he", "rtl"), ("pt-BR", "ltr"), ("uz-Arab", "rtl")]
)
def test_direction_follows_the_script(staff: APIClient, code: str, way: str) -> None:
    reply = add(staff, code=code, date_locale="en-GB")
    assert (reply.status_code, reply.json()["dir"]) == (201, way)


def test_language_is_renamed_and_a_shipped_one_keeps_its_locale(staff: APIClient) -> None:
    add(staff)
    reply = staff.patch(address("it"), {"name": "Italian", "date_locale": "it-CH"}, format="json")
    assert (reply.status_code, reply.json()["name"], reply.json()["date_locale"]) == (200, "Italian", "it-CH")
    assert AuditEntry.objects.get(action="changed").before == {"name": "Italiano", "date_locale": "it"}
    reply = staff.patch(address("ar"), {"code": "fa"}, format="json")
    assert (reply.status_code, list(reply.json()["fields"])) == (400, ["code"])
    assert one("ar").code == "ar"


def test_make_default_leaves_one_default(staff: APIClient) -> None:
    reply = staff.post(address("ar", "make-default"))
    assert (reply.status_code, reply.json()["default"]) == (200, True)
    assert [language.code for language in selectors.languages() if language.default] == ["ar"]
    entry = AuditEntry.objects.get(action="made_default")
    assert (entry.before, entry.after) == ({"default": "English"}, {"default": "العربية"})
    assert published() == ["ar"]


@pytest.mark.django_db(transaction=True)
def test_two_admins_who_choose_a_default_concurrently_leave_one(dora: User) -> None:
    pks = [language.pk for language in selectors.languages()]

    def choose(pk: int) -> None:
        services.make_default(by=dora, pk=pk)
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(choose, pks * 2))
    assert Language.objects.filter(default=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_concurrent_first_visitors_see_the_same_languages() -> None:
    def look(_: int) -> list[str]:
        found = [language.code for language in selectors.languages()]
        connection.close()
        return found

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(look, range(4)))
    assert all(sorted(codes) == sorted(found[0]) for codes in found)
    assert Language.objects.filter(default=True).count() == 1


def test_default_language_cannot_be_deleted(staff: APIClient) -> None:
    reply = staff.delete(address("en"))
    assert (reply.status_code, reply.json()["code"]) == (409, "default_language")
    assert reply.json()["detail"] == "Cannot delete default language"
    assert one("en").default
    assert not AuditEntry.objects.exists()
    assert published() == []


def test_deleted_language_is_gone_until_it_is_added_again(staff: APIClient) -> None:
    say(staff, "ar", nav__home="البداية")
    assert staff.delete(address("ar")).status_code == 204
    assert "ar" not in {language.code for language in selectors.languages()}
    assert APIClient().get(f"{URL}ar/translations/").status_code == 404
    entry = AuditEntry.objects.get(action="deleted")
    assert (entry.label, entry.before[KEY]) == ("العربية", "البداية")
    reply = add(staff, name="العربية", code="ar", date_locale="ar-u-nu-latn")
    assert (reply.status_code, reply.json()["shipped"], reply.json()["overrides"]) == (201, True, 0)
    add(staff)
    assert staff.delete(address("it")).status_code == 204
    assert not Language.objects.filter(code="it").exists()


def test_text_is_changed_at_once_and_restored(staff: APIClient, dora: User) -> None:
    shipped = shipped_texts("en")[KEY]
    version = one("en").version
    assert say(staff, "en", nav__home="Start").status_code == 200
    assert pairs_of("en") == {KEY: "Start"}
    assert one("en").version == version + 1
    entry = AuditEntry.objects.get()
    assert (entry.actor_id, entry.action, entry.before, entry.after) == (
        dora.pk,
        "translated",
        {KEY: shipped},
        {KEY: "Start"},
    )
    assert published() == ["en"]
    say(staff, "en", nav__home=None)
    assert pairs_of("en") == {}
    say(staff, "en", nav__home=shipped)
    assert (pairs_of("en"), len(published())) == ({}, 2)


def test_same_text_in_an_own_language_counts_as_translated(staff: APIClient) -> None:
    add(staff)
    say(staff, "it", nav__home=shipped_texts("en")[KEY])
    word = next(word for word in staff.get(address("it", "words")).json()["results"] if word["key"] == KEY)
    assert (word["own"], word["changed"], word["shipped"]) == (True, True, None)


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("no.such", "Hello"),
        ("nav", "Hello"),
        (KEY, " "),
        (KEY, "x" * 2001),
        (KEY, "{{name}}"),
        (KEY, "{{ broken"),
        (KEY, "$t(nav.home)"),
        ("units.min", "minutes"),
        ("units.min", "{{value}} {{value}}"),
        ("units.min", "{{values}} min"),
    ],
)
def test_invalid_text_is_refused(staff: APIClient, key: str, text: str) -> None:
    reply = staff.patch(address("en", "words"), {"pairs": {key: text, "nav.login": "Enter"}}, format="json")
    assert (reply.status_code, reply.json()["code"], list(reply.json()["fields"])) == (400, "invalid", [key])
    assert pairs_of("en") == {}
    assert published() == []


def test_plural_forms_are_those_of_the_language(staff: APIClient) -> None:
    plural = next(key for key in shipped_texts("en") if key.endswith("_other"))
    stem = plural.removesuffix("_other")
    keys = {word["key"] for word in staff.get(address("ar", "words")).json()["results"]}
    assert {f"{stem}_{form}" for form in ("one", "two", "few", "many", "other")} <= keys
    add(staff, code="ja", date_locale="ja")
    keys = {word["key"] for word in staff.get(address("ja", "words")).json()["results"]}
    assert f"{stem}_other" in keys
    assert f"{stem}_one" not in keys
    add(staff, code="pl", date_locale="pl")
    assert say(staff, "pl", **{f"{stem}_few".replace(".", "__"): "kilka"}).status_code == 200


def test_completeness_counts_texts_and_not_plural_forms(staff: APIClient) -> None:
    add(staff)
    words = {
        key: text
        for key, text in shipped_texts("en").items()
        if not (is_plural(key) and key.endswith("_one"))
    }
    staff.patch(address("it", "words"), {"pairs": words}, format="json")
    assert (
        next(row for row in APIClient().get(URL).json()["results"] if row["code"] == "it")["completeness"]
        == 100
    )


def test_all_texts_are_edited_as_json(staff: APIClient) -> None:
    words = staff.get(address("ar")).json()["key_value_pairs"]
    reply = staff.patch(address("ar"), {"key_value_pairs": {**words, KEY: "البداية"}}, format="json")
    assert reply.status_code == 200
    assert pairs_of("ar") == {KEY: "البداية"}
    del words["nav.login"]
    staff.patch(address("ar"), {"key_value_pairs": words}, format="json")
    assert pairs_of("ar") == {}


@pytest.mark.parametrize("words", ["{", [], None, {"nav": {"home": "x"}}, {KEY: 5}])
def test_json_that_is_no_map_of_texts_is_json_error(staff: APIClient, words: Any) -> None:
    say(staff, "en", nav__home="Start")
    reply = staff.patch(address("en"), {"key_value_pairs": words}, format="json")
    assert (reply.status_code, reply.json()["code"], reply.json()["detail"]) == (
        400,
        "json_error",
        "JSON Error",
    )
    assert pairs_of("en") == {KEY: "Start"}


def test_browsers_cache_a_version_permanently(staff: APIClient) -> None:
    say(staff, "en", nav__home="Start")
    url, visitor = f"{URL}en/translations/", APIClient()
    reply = visitor.get(url)
    assert reply["Cache-Control"] == "public, no-cache"
    assert visitor.get(url, HTTP_IF_NONE_MATCH=reply["ETag"]).status_code == 304
    exact = visitor.get(url, {"v": reply.json()["version"]})
    assert "immutable" in exact["Cache-Control"]
    say(staff, "en", nav__home="Front")
    again = visitor.get(url, {"v": reply.json()["version"]}, HTTP_IF_NONE_MATCH=reply["ETag"])
    assert (again.status_code, again["Cache-Control"]) == (200, "public, no-cache")


@pytest.mark.parametrize("type", ["json", "csv"])
def test_exported_file_can_be_imported(staff: APIClient, type: str) -> None:
    say(staff, "en", nav__home='=Start, "now"\nhere')
    add(staff)
    say(staff, "it", nav__login="=Entra")
    reply = staff.get(address("it", "export"), {"type": type})
    assert reply["Content-Disposition"] == f'attachment; filename="it.{type}"'
    text = reply.content.decode().replace("=Entra", "=Accedi")
    reply = staff.post(
        address("it", "import"), {"type": type, "content": text, "dry_run": True}, format="json"
    )
    assert (reply.status_code, reply.json()["changed"], reply.json()["wrong"]) == (
        200,
        {"nav.login": "=Accedi"},
        {},
    )
    assert pairs_of("it")["nav.login"] == "=Entra"
    staff.post(address("it", "import"), {"type": type, "content": text}, format="json")
    assert pairs_of("it")["nav.login"] == "=Accedi"


def test_valid_texts_of_a_partly_wrong_file_are_imported(staff: APIClient) -> None:
    content = json.dumps({"nav": {"home": "Start", "nowhere": "x"}, "units": {"min": "minutes"}})
    reply = staff.post(address("en", "import"), {"type": "json", "content": content}, format="json")
    assert sorted(reply.json()["wrong"]) == ["nav.nowhere", "units.min"]
    assert pairs_of("en") == {KEY: "Start"}


@pytest.mark.parametrize(("type", "content"), [("json", "{"), ("json", "[1]"), ("csv", "a,b\n1,2\n")])
def test_unreadable_file_changes_nothing(staff: APIClient, type: str, content: str) -> None:
    reply = staff.post(address("en", "import"), {"type": type, "content": content}, format="json")
    assert (reply.status_code, reply.json()["code"]) == (400, "json_error")
    assert published() == []


def test_demo_mode_refuses_every_change(staff: APIClient) -> None:
    add(staff)
    update_platform_settings(allow_critical_edits_admin=False)
    OutboxEntry.objects.all().delete()
    before = list(Language.objects.order_by("pk").values())
    entries = AuditEntry.objects.count()
    refused = [
        add(staff, code="pl"),
        say(staff, "en", nav__home="Start"),
        staff.patch(address("it"), {"name": "X"}, format="json"),
        staff.patch(address("it"), {"key_value_pairs": {}}, format="json"),
        staff.delete(address("it")),
        staff.delete(address("en")),
        staff.post(address("it", "make-default")),
        staff.post(address("it", "import"), {"type": "json", "content": "{}"}, format="json"),
    ]
    assert {(reply.status_code, reply.json()["code"]) for reply in refused} == {(403, "demo_mode")}
    assert list(Language.objects.order_by("pk").values()) == before
    assert AuditEntry.objects.count() == entries
    assert published() == []


def test_shipped_languages_have_the_same_names_in_the_browser() -> None:
    listed = (ROOT / "frontend/src/i18n/languages.ts").read_text()
    rows = re.findall(r'language\("(\w+)", "([^"]+)"(?:, "([^"]+)")?\)', listed)
    assert {code: (name, date_locale or code) for code, name, date_locale in rows}.items() <= SHIPPED.items()
    assert len(rows) >= 2
