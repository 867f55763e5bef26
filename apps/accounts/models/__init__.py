from apps.accounts.models.address import SavedAddress
from apps.accounts.models.code import PhoneCode
from apps.accounts.models.document import DriverDocument
from apps.accounts.models.driver import DriverProfile
from apps.accounts.models.license_upload import LicenseUpload
from apps.accounts.models.merged_caller import MergedCaller
from apps.accounts.models.passkey import Passkey
from apps.accounts.models.session import DeviceSession
from apps.accounts.models.staff_role import StaffRole
from apps.accounts.models.terms import Consent, ConsentSource, TermsDocument, TermsVersion
from apps.accounts.models.user import User

__all__ = [
    "Consent",
    "ConsentSource",
    "DeviceSession",
    "DriverDocument",
    "DriverProfile",
    "LicenseUpload",
    "MergedCaller",
    "Passkey",
    "PhoneCode",
    "SavedAddress",
    "StaffRole",
    "TermsDocument",
    "TermsVersion",
    "User",
]
