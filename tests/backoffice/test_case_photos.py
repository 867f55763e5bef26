"""Photos in cases: uploaded, sent with a message, shown to its readers only, exported and deleted."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import storages
from django.test import Client
from django.utils import timezone
from PIL import Image

from apps.accounts.models import User
from apps.backoffice.models import Case, CaseMessage, CasePhoto
from apps.backoffice.people.delete import delete_person
from apps.backoffice.personal_data import PERSONAL_DATA
from apps.backoffice.retention import RETENTIONS
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.files.stored_files import DELETE_FILE, remove_unless_named
from apps.core.media import PRIVATE
from apps.core.models import AuditEntry, OutboxEntry
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.bookings.conftest import media
from tests.personas import client_of
from tests.pictures import HOSTILE_TEXTS, jpeg, upload

__all__ = ["media"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]

CASES = f"{API}/cases/"
OWN = f"{API}/me/cases/"
PHOTOS = f"{API}/me/case-photos/"


@pytest.fixture
def trip(ada: User, ben: User, economy: CarType) -> Booking:
    return make_booking(ada, economy, driver=ben, status=Status.COMPLETE)


def post(by: User, url: str, status: int = 201, **body: Any) -> dict[str, Any]:
    reply = client_of(by).post(url, body, format="json")
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def add(by: User, content: bytes = b"") -> int:
    file = upload(content or jpeg((3000, 1500)), "umbrella.jpg", "image/jpeg")
    reply = client_of(by).post(PHOTOS, {"image": file}, format="multipart")
    assert reply.status_code == 201, reply.json()
    number: int = reply.json()["id"]
    return number


def lose(by: User, trip: Booking, *photos: int) -> dict[str, Any]:
    return post(by, OWN, kind="lost_property", booking=trip.pk, text="A green umbrella", photos=photos)


def is_served(url: str) -> bool:
    return Client().get(url).status_code == 200


def files() -> set[str]:
    storage = storages[PRIVATE]
    return {str(name) for name in CasePhoto.objects.values_list("image", flat=True) if storage.exists(name)}


def forget_deleted() -> None:
    for entry in OutboxEntry.objects.filter(name=DELETE_FILE):
        remove_unless_named(entry.payload["storage"], entry.payload["name"])


def test_photos_are_sent_with_messages_by_both(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip, add(ada), add(ada))
    (first,) = case["messages"]
    assert len(first["photos"]) == 2
    assert all(is_served(photo["url"]) for photo in first["photos"])
    # Stored without metadata, at most 2000 pixels wide.
    with storages[PRIVATE].open(CasePhoto.objects.latest("pk").image.name or "") as stored:
        assert Image.open(stored).size == (2000, 1000)
    assert set(files()) == set(CasePhoto.objects.values_list("image", flat=True))
    replied = post(dora, f"{CASES}{case['id']}/messages/", text="Is it this one?", photos=[add(dora)])
    assert [len(message["photos"]) for message in replied["messages"]] == [2, 1]
    mine = client_of(ada).get(f"{OWN}{case['id']}/").json()
    assert [len(message["photos"]) for message in mine["messages"]] == [2, 1]
    assert is_served(mine["messages"][1]["photos"][0]["url"])
    entry = AuditEntry.objects.filter(action="case_replied").get()
    assert entry.after == {"audience": "person", "photos": 1}


def test_photos_are_sent_with_the_answer_of_a_closed_case(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip)["id"]
    photo = add(dora)
    body = {"outcome": "returned", "text": "Here it is.", "photos": [photo]}
    closed = post(dora, f"{CASES}{case}/close/", 200, **body)
    assert [shown["id"] for shown in closed["messages"][-1]["photos"]] == [photo]


def test_person_does_not_see_photos_of_a_note(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip)["id"]
    post(dora, f"{CASES}{case}/messages/", text="The shelf", audience="staff", photos=[add(dora)])
    mine = client_of(ada).get(f"{OWN}{case}/").json()
    assert [message["photos"] for message in mine["messages"]] == [[]]


def test_reading_photos_is_recorded_once_an_hour(ada: User, dora: User, trip: Booking) -> None:
    viewed = AuditEntry.objects.filter(action="viewed_case_photos")
    plain = lose(ada, trip)["id"]
    client_of(dora).get(f"{CASES}{plain}/")
    assert not viewed.exists()
    post(ada, f"{OWN}{plain}/messages/", text="This one", photos=[add(ada)])
    for _ in range(2):
        client_of(dora).get(f"{CASES}{plain}/")
    entry = viewed.get()
    assert (entry.actor_id, entry.kind, entry.target_id) == (dora.pk, "data_access", str(ada.pk))


@pytest.mark.parametrize("name", HOSTILE_TEXTS)
def test_what_is_no_picture_is_refused(name: str, ada: User) -> None:
    file = upload(HOSTILE_TEXTS[name], "umbrella.jpg", "image/jpeg")
    reply = client_of(ada).post(PHOTOS, {"image": file}, format="multipart")
    assert (reply.status_code, reply.json()["code"]) == (400, "image_invalid")
    assert not CasePhoto.objects.exists()


def test_photo_is_sent_once_and_only_by_its_owner(ada: User, cleo: User, dora: User, trip: Booking) -> None:
    photo = add(ada)
    case = lose(ada, trip, photo)["id"]
    url = f"{OWN}{case}/messages/"
    for by, address, ids in (
        (ada, url, [photo]),
        (ada, url, [add(cleo)]),
        (ada, url, [999_999]),
        (dora, f"{CASES}{case}/messages/", [add(ada)]),
    ):
        refused = post(by, address, 400, text="And this?", photos=ids)
        assert (refused["code"], refused["fields"].keys()) == ("photo_missing", {"photos"})
    assert CaseMessage.objects.count() == 1
    assert CasePhoto.objects.filter(message=None).count() == 2
    assert Case.objects.get().state == "open"


def test_more_than_five_photos_are_refused(ada: User, trip: Booking) -> None:
    photos = [add(ada, jpeg((20, 20))) for _ in range(6)]
    body = {"kind": "lost_property", "booking": trip.pk, "text": "A green umbrella", "photos": photos}
    assert post(ada, OWN, 400, **body)["code"] == "too_many_photos"
    assert not Case.objects.exists()
    assert len(lose(ada, trip, *photos[:5])["messages"][0]["photos"]) == 5


def test_photos_for_the_other_person_are_refused(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip)["id"]
    body = {"text": "This one?", "audience": "other", "photos": [add(dora)]}
    assert post(dora, f"{CASES}{case}/messages/", 400, **body)["code"] == "photos_not_shown"
    assert CaseMessage.objects.count() == 1
    assert CasePhoto.objects.filter(message=None).count() == 1


def test_photos_are_in_the_persons_data_and_erased_with_it(
    ada: User, dora: User, trip: Booking, media: Path
) -> None:
    case = lose(ada, trip, add(ada))["id"]
    post(dora, f"{CASES}{case}/messages/", text="Not yours", audience="staff", photos=[add(dora)])
    unsent = add(ada)
    (data,) = (each for each in PERSONAL_DATA if each.name == "case_photos")
    assert len(list(data.rows(ada))) == 2
    named = [file.name for file in data.files(ada)]
    assert all(storages[PRIVATE].exists(name) for name in named)
    every = files()
    assert len(every) == 3
    post(dora, f"{CASES}{case}/close/", 200, outcome="answered", text="Yes.")
    delete_person(by=dora, person_id=ada.pk)
    assert not CasePhoto.objects.filter(pk=unsent).exists()
    assert not CasePhoto.objects.exists()
    forget_deleted()
    assert not any(storages[PRIVATE].exists(name) for name in every)


def test_photos_of_old_cases_and_unsent_ones_are_deleted(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip, add(ada))["id"]
    add(ada)
    post(dora, f"{CASES}{case}/close/", 200, outcome="answered", text="Yes.")
    every = files()
    by_name = {each.name: each for each in RETENTIONS}
    cases, unsent = by_name["cases"], by_name["case_photos"]
    assert unsent.delete(timezone.now() - timedelta(days=1)) == 0
    assert unsent.delete(timezone.now() + timedelta(days=1)) == 1
    assert CasePhoto.objects.exclude(message=None).count() == 1
    assert cases.delete(timezone.now() + timedelta(days=1)) == 1
    assert not CasePhoto.objects.exists()
    forget_deleted()
    assert not any(storages[PRIVATE].exists(name) for name in every)
