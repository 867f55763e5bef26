"""Personal data of accounts: the profile, documents, addresses and logins."""

from collections.abc import Iterable
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone

from apps.accounts.models import (
    Consent,
    DeviceSession,
    DriverDocument,
    DriverProfile,
    MergedCaller,
    Passkey,
    PhoneCode,
    SavedAddress,
    User,
)
from apps.accounts.privacy.registry import PersonalData, Row, StoredFile, all_columns
from apps.accounts.profile.bank import BANK_FIELDS
from apps.accounts.services.sessions import end_all_sessions
from apps.core.audit import ACCESS, erase_values
from apps.core.files.stored_files import delete_file_after_commit
from apps.core.media import PRIVATE, PUBLIC
from apps.core.models import AuditEntry, IdempotencyKey

VEHICLE_FIELDS: Final = ("vehicle_make", "vehicle_model", "vehicle_number", "other_info")
INTERNAL_FIELDS: Final = ("password", "sign_up_address_hash", "is_superuser", "is_staff", "is_active")


def _profile(user: User) -> Iterable[Row]:
    return all_columns(User.objects.filter(pk=user.pk), exclude=INTERNAL_FIELDS)


def _photo(user: User) -> Iterable[StoredFile]:
    return [StoredFile(PUBLIC, user.profile_image.name)] if user.profile_image.name else []


def _erase_profile(user: User) -> None:
    end_all_sessions(user_id=user.pk)
    photo = user.profile_image.name or ""
    for rows in (EmailAddress, SocialAccount, Authenticator, Passkey, PhoneCode):
        rows._default_manager.filter(user=user).delete()
    IdempotencyKey.objects.filter(user_id=user.pk).delete()
    user.email = user.mobile = user.referral_id = None
    user.first_name = user.last_name = user.profile_image = ""
    user.sign_up_address_hash = ""
    user.staff_role = None
    for name in BANK_FIELDS:
        setattr(user, name, "")
    user.is_active = user.approved = user.is_staff = user.is_superuser = user.mobile_verified = False
    user.deleted_at = timezone.now()
    user.set_unusable_password()
    user.save()
    delete_file_after_commit(PUBLIC, photo)


def _documents(user: User) -> Iterable[Row]:
    return all_columns(DriverDocument.objects.filter(driver=user))


def _document_files(user: User) -> Iterable[StoredFile]:
    names = [document.file.name for document in DriverDocument.objects.filter(driver=user)]
    names += [profile.license_image.name for profile in DriverProfile.objects.filter(user=user)]
    return [StoredFile(PRIVATE, name) for name in names if name]


def _erase_documents(user: User) -> None:
    for file in _document_files(user):
        delete_file_after_commit(PRIVATE, file.name)
    documents = DriverDocument.objects.filter(driver=user)
    ids = documents.values_list("pk", flat=True)
    erase_values(kind="driver_document", target_ids=ids, label=f"#{user.pk}")
    documents.delete()
    DriverProfile.objects.filter(user=user).update(license_image="")


def _erase_vehicle(user: User) -> None:
    DriverProfile.objects.filter(user=user).update(
        fleet_admin=None, car_type=None, **dict.fromkeys(VEHICLE_FIELDS, "")
    )


def _erase_addresses(user: User) -> None:
    SavedAddress.objects.filter(user=user).delete()


def _erase_merged_callers(user: User) -> None:
    MergedCaller.objects.filter(account=user).update(mobile="")


def _erase_sessions(user: User) -> None:
    end_all_sessions(user_id=user.pk)
    DeviceSession.objects.filter(user=user).update(ip=None, user_agent="")


def _audit_log(user: User) -> Iterable[Row]:
    about = AuditEntry.objects.filter(kind__in=("user", ACCESS), target_id=str(user.pk))
    return all_columns(about, exclude=("actor_id", "actor_name", "target_id"))


def _erase_audit_log(user: User) -> None:
    erase_values(kind="user", target_ids=[user.pk], label=f"#{user.pk}")
    erase_values(kind=ACCESS, target_ids=[user.pk], label=f"#{user.pk}")
    for kind in ("second_factor", "passkey"):
        erase_values(kind=kind, target_ids=[user.pk], label=f"#{user.pk}")


PERSONAL_DATA: Final = (
    PersonalData(
        name="profile",
        contents="name, email, phone, photo, bank details, language, referral code and rating",
        rows=_profile,
        files=_photo,
        erase=_erase_profile,
        after_erasure="a row with its number, role and dates, which trips and the ledger refer to",
    ),
    PersonalData(
        name="email_addresses",
        contents="email addresses and whether they are verified",
        rows=lambda user: all_columns(EmailAddress.objects.filter(user=user)),
        after_erasure="nothing",
    ),
    PersonalData(
        name="social_accounts",
        contents="accounts at Google, Apple or Facebook that are used to log in",
        rows=lambda user: all_columns(SocialAccount.objects.filter(user=user)),
        after_erasure="nothing",
    ),
    PersonalData(
        name="passkeys",
        contents="passkeys: their names, when they were added and last used",
        rows=lambda user: all_columns(
            Passkey.objects.filter(user=user),
            exclude=("credential_id", "public_key", "user_handle", "transports", "sign_count"),
        ),
        after_erasure="nothing",
    ),
    PersonalData(
        name="vehicle",
        contents="a driver's vehicle, car type and rating",
        rows=lambda user: all_columns(DriverProfile.objects.filter(user=user), exclude=("license_image",)),
        erase=_erase_vehicle,
        after_erasure="the rating, without the vehicle",
    ),
    PersonalData(
        name="documents",
        contents="a driver's documents with their photos, numbers and expiry dates",
        rows=_documents,
        files=_document_files,
        erase=_erase_documents,
        after_erasure="nothing",
    ),
    PersonalData(
        name="addresses",
        contents="saved addresses",
        rows=lambda user: all_columns(SavedAddress.objects.filter(user=user)),
        erase=_erase_addresses,
        after_erasure="nothing",
    ),
    PersonalData(
        name="merged_callers",
        contents="phone numbers of earlier calls that were merged into the account",
        rows=lambda user: all_columns(MergedCaller.objects.filter(account=user), exclude=("merged_by_id",)),
        erase=_erase_merged_callers,
        after_erasure="which deleted caller was merged, without the number",
    ),
    PersonalData(
        name="consents",
        contents="the versions of the terms and the privacy policy that the person agreed to, and when",
        rows=lambda user: (
            Consent.objects.filter(user=user)
            .order_by("pk")
            .values("version__document", "version__label", "given_at", "source", "language")
        ),
        # The operator has to prove an agreement after the account is deleted; without the profile they name
        # no one.
        after_erasure="which versions the numbered account agreed to, and when",
    ),
    PersonalData(
        name="logins",
        contents="devices that are or were logged in, with IP address and times",
        rows=lambda user: all_columns(
            DeviceSession.objects.filter(user=user),
            exclude=("token_id", "replaced_token_id", "unconfirmed_token_id", "family"),
        ),
        erase=_erase_sessions,
        after_erasure="the times of logins until their retention period ends",
    ),
    PersonalData(
        name="audit_log",
        contents="changes that staff made to the profile, and when staff read it",
        rows=_audit_log,
        erase=_erase_audit_log,
        after_erasure="who changed which fields and when, without the values and the name",
    ),
)
