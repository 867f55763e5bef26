"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import (
    Consent,
    DeviceSession,
    DriverDocument,
    DriverProfile,
    LicenseUpload,
    MergedCaller,
    Passkey,
    PhoneCode,
    SavedAddress,
    StaffRole,
    TermsVersion,
    User,
)
from apps.core.django_admin.labels import name_model

name_model(
    User,
    _("user"),
    _("users"),
    email=_("Email"),
    mobile=_("Phone number"),
    mobile_verified=_("Phone number verified"),
    first_name=_("First name"),
    last_name=_("Last name"),
    user_type=_("User type"),
    staff_role=_("Staff role"),
    approved=_("Approved"),
    login_type=_("Sign-up method"),
    profile_image=_("Photo"),
    language=_("Language"),
    referral_id=_("Referral code"),
    signup_via_referral=_("Referred by"),
    sign_up_address_hash=_("Sign-up address (hash)"),
    rider_rating_sum=_("Sum of ratings as rider"),
    rider_rating_count=_("Ratings as rider"),
    bank_name=_("Bank name"),
    bank_code=_("Bank code"),
    bank_account=_("Account number"),
    created_by_admin=_("Created by an admin"),
    created_at=_("Created"),
    is_active=_("Active"),
    deleted_at=_("Deleted"),
    is_staff=_("Django admin access"),
)

name_model(
    DriverProfile,
    _("driver profile"),
    _("driver profiles"),
    user=_("User"),
    car_type=_("Car type"),
    fleet_admin=_("Fleet admin"),
    vehicle_make=_("Vehicle make"),
    vehicle_model=_("Vehicle model"),
    vehicle_number=_("Plate"),
    vehicle_assigned=_("Assigned vehicle"),
    other_info=_("Other information"),
    license_image=_("Photo of the license"),
    active=_("Available for trips"),
    online_since=_("Online since"),
    busy=_("On a trip"),
    rating_sum=_("Sum of ratings"),
    rating_count=_("Number of ratings"),
    rating=_("Rating"),
)

name_model(
    DriverDocument,
    _("document"),
    _("documents"),
    driver=_("Driver"),
    kind=_("Document type"),
    file=_("File"),
    number=_("Document number"),
    expires_on=_("Expires on"),
    claimed_expires_on=_("Expiry date given by the driver"),
    uploaded_by_driver=_("Uploaded by the driver"),
    vehicle=_("Vehicle"),
    previous_expires_on=_("Previously expired on"),
    state=_("Status"),
    note=_("Note"),
    created_at=_("Created"),
    reviewed_at=_("Reviewed"),
    reviewed_by=_("Reviewed by"),
    reminded_for=_("Reminded of the expiry on"),
    reminded_days=_("Days left at the last reminder"),
)

name_model(
    SavedAddress,
    _("saved address"),
    _("saved addresses"),
    user=_("User"),
    description=_("Address"),
    lat=_("Latitude"),
    lng=_("Longitude"),
    count=_("Times used"),
)

name_model(
    DeviceSession,
    _("device session"),
    _("device sessions"),
    family=_("Session ID"),
    user=_("User"),
    user_agent=_("Browser or app"),
    ip=_("IP address"),
    created_at=_("Created"),
    last_seen_at=_("Last active"),
    ended_at=_("Ended"),
    ending=_("Reason for ending"),
)

name_model(
    PhoneCode,
    _("phone code"),
    _("phone codes"),
    purpose=_("Purpose"),
    user=_("User"),
    mobile=_("Phone number"),
    tries=_("Attempts"),
    created_at=_("Created"),
    expires_at=_("Expires"),
    used_at=_("Used"),
    from_known_device=_("From a known device"),
)

name_model(
    LicenseUpload,
    _("license upload"),
    _("license uploads"),
    image=_("Image"),
    created_at=_("Created"),
)

name_model(
    StaffRole,
    _("staff role"),
    _("staff roles"),
    name=_("Name"),
    built_in=_("Built-in role"),
    permissions=_("Permissions"),
    two_factor=_("Requires two-factor login"),
    version=_("Version"),
    created_at=_("Created"),
)

name_model(
    TermsVersion,
    _("version of the terms"),
    _("versions of the terms"),
    document=_("Document"),
    label=_("Version"),
    texts=_("Texts"),
    created_at=_("Created"),
    published_at=_("Published"),
    published_by=_("Published by"),
)

name_model(
    Consent,
    _("consent"),
    _("consents"),
    user=_("User"),
    version=_("Version"),
    given_at=_("Agreed"),
    source=_("Agreed in"),
    language=_("Language"),
)

name_model(
    MergedCaller,
    _("merged caller"),
    _("merged callers"),
    caller=_("Caller"),
    account=_("Account"),
    mobile=_("Phone"),
    merged_by=_("Merged by"),
    merged_at=_("Merged"),
)

name_model(
    Passkey,
    _("passkey"),
    _("passkeys"),
    user=_("User"),
    name=_("Name"),
    credential_id=_("Credential"),
    public_key=_("Public key"),
    user_handle=_("User handle"),
    transports=_("Connections"),
    sign_count=_("Counter"),
    created_at=_("Created"),
    last_used_at=_("Last used"),
)
