from apps.accounts.models.address import SavedAddress
from apps.accounts.models.driver import DriverProfile
from apps.accounts.models.user import User

__all__ = ["DriverProfile", "SavedAddress", "User"]
