"""Parse the routes, keys, fields and calls out of the three documents."""

from typing import Final


def words(text: str) -> list[str]:
    return text.split()


EVERYBODY, OFFICE, ADMIN = "rider, admin, driver, fleetadmin", "admin, fleetadmin", "admin"
PUBLIC_ROUTES: Final = ("/", "/login", "/register", "/about-us", "/privacy-policy")
ADMIN_ROUTES: Final = words(
    """
    /addbookings /cartypes /cancelreasons /promos /riders /alladmin /fleetadmins /notifications
    /earningreports /addtowallet /withdraws /settings /appinfo /languagesetting
    """
)
ROUTES: Final = {
    **dict.fromkeys(PUBLIC_ROUTES, "all"),
    **dict.fromkeys(("/bookings", "/profile"), EVERYBODY),
    **dict.fromkeys(("/dashboard", "/drivers", "/driverearning"), OFFICE),
    **dict.fromkeys(ADMIN_ROUTES, ADMIN),
}
"""Return every route of both documents, with who may open it."""

MESSAGE_KEYS: Final = words(
    """
    must_login user_issue_contact_admin select_proper place_to_coords_error past_booking_error
    no_driver_found_alert_messege deliveryDetailMissing login_validate_error otp_validate_error
    user_does_not_exists proper_email profile_updated login_error require_approval email_verify_message
    not_logged_in login_success reset_pass_msg demo_mode user_exists email_or_mobile_issue
    not_valid_user_type booking_success google_places_error location_fetch_error allow_location
    no_bookings no_cancel_reason no_cars settings_error no_user_match no_provider_found
    provider_fetch_error no_tasks chat_not_found wrong_code updated proper_bonus update_failed
    proper_input_name password_alphaNumeric_check mobile_no_blank_error referer_not_found reg_error
    no_details_error success account_create_successfully
    """
)
"""Return section 8 of documents 1 and 2."""

FIXED_TEXTS: Final = (
    "No Route Found",
    "No data available.",
    "Fetch Call Error",
    "Unable to get user token",
    "Base Settings Error 1",
    "Base Settings Error 2",
    "Driver assigned successfully and notified",
    "Cannot delete default language",
    "JSON Error",
    "No WITHDRAWS available.",
    "No Languages available.",
    "No promos available.",
    "No users available.",
)

NAMES: Final = {
    "Document 1, section 3: user": words(
        """
        id firstName lastName mobile email usertype referralId signupViaReferral approved walletBalance
        loginType createdAt createdByAdmin pushToken userPlatform profile_image bankName bankCode
        bankAccount savedAddresses description lat lng count walletHistory type amount date txRef
        vehicleMake vehicleModel vehicleNumber other_info carType driverActiveStatus queue location
        licenseImage ratings userrating details user rate fleetadmin
        """
    ),
    "Document 1, section 3: booking": words(
        """
        id booking_id carType carImage customer customer_email customer_name customer_contact
        customer_token customer_image pickup drop lat lng add estimate estimateDistance distance
        estimateTime status bookLater tripdate bookingDate otp booking_type_admin coords trip_cost
        convenience_fees driver_share paymentPacket discount_amount discount promo_applied promo_details
        cashPaymentAmount cardPaymentAmount usedWalletMoney payableAmount customer_paid payment_mode
        gateway prepaid driver driver_name driver_contact driver_token driver_image vehicle_number
        driverRating fleetadmin driver_arrive_time trip_start_time startTime trip_end_time endTime
        total_trip_time pickup_image deliver_image reason cancelledBy rating requestedDrivers
        deliveryPerson deliveryPersonPhone pickUpInstructions deliveryInstructions parcelTypeSelected
        optionSelected
        """
    ),
    "Document 1, section 3: other entities": words(
        """
        pickup drop carDetails userDetails estimate instructionData deliveryPerson deliveryPersonPhone
        pickUpInstructions deliveryInstructions parcelTypeIndex optionIndex parcelTypeSelected
        optionSelected tripdate bookLater settings paymentPacket name image base_fare
        rate_per_unit_distance rate_per_hour min_fare convenience_fees convenience_fee_type extra_info
        createdAt parcelTypes options description amount cancelSlab minsDelayed estimateFare distance
        duration polylinePoints at status lat lng id message from type msgDate msgTime source place_id
        structured_formatting main_text secondary_text coords placeDetails link label code phone langName
        langLocale dateLocale keyValuePairs default
        """
    ),
    "Documents 1 and 2, section 3: settings": words(
        """
        symbol code decimal swipe_symbol otp_secure driver_approval email_verify bonus license country
        restrictCountry AllowCountrySelection autoDispatch CarHornRepeat convert_to_mile driverRadius
        AllowDeliveryPickupImageCapture AllowFinalDeliveryImageCapture RiderWithDraw negativeBalance
        bank_fields AllowCriticalEditsAdmin panic FacebookLoginEnabled MobileLoginEnabled appName
        CompanyName CompanyWebsite CompanyTerms contact_email FacebookHandle TwitterHandle InstagramHandle
        AppleStoreLink PlayStoreLink
        """
    ),
    "Document 2, section 3: other entities": words(
        """
        id langName langLocale dateLocale default createdAt keyValuePairs date name amount processed
        procesDate bankName bankCode bankAccount label value email mobile password firstName lastName
        usertype referralId phone code promo_name promo_description promo_discount_type
        promo_discount_value max_promo_discount_value min_order promo_validity promo_usage_limit
        user_avail devicetype title body year monthsName driverName total_rides driverVehicleNo
        driverShare tripCost rideCost convenienceFee discountAmount link
        """
    ),
    "Document 1, section 7: calls": words(
        """
        searchKeyword country searchResults place_id coords start dest distance polylinePoints duration latlng
        address distance_in_km waypoints referralId email mobile users regData projectId createTime reqType
        success routeDetails
        getEstimate clearEstimate addBooking clearBooking cancelBooking updateBooking RequestPushMsg
        signIn facebookSignIn mobileSignIn signInWithPhoneNumber signOut sendResetMail clearLoginError
        checkUserExists updateProfile fetchUser fetchCarTypes fetchSettings fetchBookings
        fetchCancelReasons fetchPromos fetchDriverEarnings fetchUsers fetchUsersOnce fetchNotifications
        fetchEarningsReport fetchWithdraws fetchPaymentMethods fetchLanguages order_id amount currency
        product_name first_name last_name quantity cust_id mobile_no email
        """
    ),
    "Document 2, section 7: calls": words(
        """
        editSettings clearSettingsViewError editLanguage completeWithdraw editCancellationReason
        checkUserExists validateReferer emailSignUp signIn clearLoginError addToWallet addUser editUser
        deleteUser fetchUsersOnce editCarType editPromo editNotifications sendNotification
        """
    ),
}
"""Return fields and operations by their heading in the map."""

SERVER_CALLS: Final = words(
    """
    send_notification googleapis-autocomplete googleapis-getcoords googleapis-getroute
    googleapis-getaddress googleapis-getdrivetime googleapis-getmultiloctime validate_referrer
    check_user_exists user_signup get_providers base-settings
    """
)

SECTIONS: Final = [
    *(f"Document 1, section {number}:" for number in range(1, 8)),
    "Documents 1 and 2, section 8:",
    "Document 1, section 9:",
    "Document 2, sections 1 and 2:",
    *(f"Document 2, section {number}:" for number in (3, 4, 5, 6, 7, 9)),
    *(f"Document 3: {part}" for part in ("default data", "tables", "screens", "behaviours", "defects")),
]
"""The start of the map's headings."""
