from apps.bookings.models.booking import OTP_TRIES, Booking
from apps.bookings.models.day_totals import DayTotals
from apps.bookings.models.earnings import DailyEarnings
from apps.bookings.models.event import BookingEvent
from apps.bookings.models.guest_link import GuestLink
from apps.bookings.models.offer import Offer
from apps.bookings.models.reason import CancelReason
from apps.bookings.models.register import InspectorAccess, RegisterEntry
from apps.bookings.models.replay import ReplayRun
from apps.bookings.models.share import SosAlert, TripShare
from apps.bookings.models.stop import BookingStop
from apps.bookings.models.tracking import TrackingPoint

__all__ = [
    "OTP_TRIES",
    "Booking",
    "BookingEvent",
    "BookingStop",
    "CancelReason",
    "DailyEarnings",
    "DayTotals",
    "GuestLink",
    "InspectorAccess",
    "Offer",
    "RegisterEntry",
    "ReplayRun",
    "SosAlert",
    "TrackingPoint",
    "TripShare",
]
