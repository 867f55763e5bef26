import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/error";
import { paymentProvidersQuery } from "@/api/payments";
import { useViewer } from "@/api/session";
import type { Booking, PaymentProvider } from "@/api/types";
import { rememberedPayment } from "@/ui/payment-memory";
import { useTripTime } from "@/ui/trip-time";
import { isTooSoon, type Missing, missingDetail, missingIn, refusalFor } from "./checks";
import { cleared, type Draft, NO_PARCEL } from "./draft";
import { changeDraft, useDraft } from "./draft-store";
import { useBookRide } from "./use-book-ride";
import { optionOf, useEstimate, useQuoteExpiry, usualCar } from "./use-estimate";
import { useParcelStep } from "./use-parcel-step";

const FRESH_ETA_MS = 45_000;
const LOOKING_MS = 6_000;
const STALE_QUOTE = new Set(["quote_expired", "quote_invalid"]);

interface FlowOptions {
  /** The rider for whom an admin books: null until one is chosen, undefined when riders book for themselves. */
  forRider?: { id: number; name: string } | null;
  onMustLogin: () => void;
  onMissing: (what: Missing) => void;
  onBooked: (booking: Booking) => void;
}

function detailsOf({ delivery }: Draft) {
  return {
    delivery_person: delivery.person.trim(),
    delivery_person_phone: delivery.phone.trim(),
    pickup_instructions: delivery.pickupInstructions.trim(),
    delivery_instructions: delivery.deliveryInstructions.trim(),
  };
}

/** Returns the payment method; a prepaid booking uses the wallet or an offered gateway. */
function paymentOf(
  draft: Draft,
  prepays: boolean,
  userId: number | undefined,
  offered: readonly PaymentProvider[] = [],
) {
  const last = prepays ? rememberedPayment(userId) : null;
  const mode = prepays
    ? last?.mode === "card"
      ? "card"
      : "wallet"
    : (draft.paymentMode ?? "cash");
  const offeredProvider = offered.find((one) => one.name === last?.provider)?.name;
  const provider = prepays ? offeredProvider : draft.paymentProvider;
  return {
    payment_mode: mode,
    ...(mode === "card" && provider ? { payment_provider: provider } : {}),
  } as const;
}

/** The booking flow from the addresses to the booking. */
export function useBookingFlow({ forRider, onMustLogin, onMissing, onBooked }: FlowOptions) {
  const viewer = useViewer();
  const draft = useDraft();
  const [submitted, setSubmitted] = useState(false);
  /** Book was pressed while the prices were loading. The flow continues when they arrive. */
  const [early, setEarly] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState(false);
  const [noDriver, setNoDriver] = useState(false);
  const [lookingSince, setLookingSince] = useState<number | null>(null);
  const [driverFound, setDriverFound] = useState(false);
  /** How often the rider widened the search. */
  const [widened, setWidened] = useState(0);
  const [tooSoon, setTooSoon] = useState(false);
  const { earliest } = useTripTime();
  const looking = lookingSince !== null;

  const estimate = useEstimate(draft, looking ? LOOKING_MS : confirming ? 0 : FRESH_ETA_MS);
  const expiry = useQuoteExpiry(estimate.data, estimate.refetch);
  const book = useBookRide();
  const option = optionOf(estimate.data, draft.carTypeId);
  const settled = option !== null && !estimate.isPlaceholderData;
  const parcel = useParcelStep(draft, settled, () => setConfirming(true));
  const [detailsSubmitted, setDetailsSubmitted] = useState(false);

  useEffect(() => {
    if (!estimate.data || option) return;
    const carTypeId = usualCar(estimate.data);
    if (carTypeId !== null) changeDraft((before) => ({ ...before, carTypeId }));
  }, [estimate.data, option]);

  useEffect(() => {
    const refused = estimate.error instanceof ApiError && estimate.error.code === "select_proper";
    // A stored choice is no longer offered. Without it the price can load.
    if (refused) changeDraft((before) => ({ ...before, parcel: NO_PARCEL }));
  }, [estimate.error]);

  useEffect(() => {
    if (!draft.confirmAfterSignIn || viewer.state !== "signed-in" || !option) return;
    changeDraft((before) => ({ ...before, confirmAfterSignIn: false }));
    setConfirming(viewer.role === "rider");
  }, [draft.confirmAfterSignIn, viewer, option]);

  useEffect(() => {
    if (lookingSince === null || estimate.dataUpdatedAt <= lookingSince) return;
    if (!option || option.drivers_nearby === 0) return;
    setLookingSince(null);
    setNoDriver(false);
    setDriverFound(true);
  }, [lookingSince, estimate.dataUpdatedAt, option]);

  const resetAnswers = () => {
    setRefused(false);
    setNoDriver(false);
    setLookingSince(null);
    setDriverFound(false);
    setWidened(0);
    book.reset();
  };

  // Admins never prepay. Until the price is known, deliveries count as prepaid.
  const prepays = forRider === undefined && (estimate.data?.prepaid ?? parcel.delivering);

  const gateways = useQuery({ ...paymentProvidersQuery(), enabled: prepays });

  /** The admin's form requires the rider first. */
  const missingNow = () => {
    if (forRider === null) return "rider";
    // A party for which no car has room has no price either.
    const noCar = estimate.data !== undefined && option === null;
    return missingIn(draft) ?? (noCar ? "car" : null);
  };

  // Without a price the flow cannot continue and there is no car to choose.
  const pricing = estimate.ready && !estimate.data && !estimate.isError;
  const choosing =
    option === null && estimate.data !== undefined && usualCar(estimate.data) !== null;

  const start = () => {
    const missing = missingNow();
    if (pricing && (missing === null || missing === "car")) {
      setEarly(true);
      return;
    }
    const soon = isTooSoon(draft, earliest());
    setSubmitted(true);
    setTooSoon(soon);
    if (soon && !missing) onMissing("date");
    else if (missing) onMissing(missing);
    else if (estimate.isError) void estimate.refetch();
    else if (option && parcel.needsChoice) parcel.open();
    else if (option) setConfirming(true);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the prices are there.
  useEffect(() => {
    if (!early || pricing || choosing) return;
    setEarly(false);
    if (estimate.ready) start();
  }, [early, pricing, choosing, estimate.ready]);

  /** Closing the confirmation clears the estimate. */
  const close = () => {
    setConfirming(false);
    setDetailsSubmitted(false);
    resetAnswers();
    expiry.dismiss();
    void estimate.clear();
  };

  const confirm = (searchWidened = widened) => {
    const refusal = refusalFor(viewer, forRider !== undefined);
    if (refusal === "must_login") {
      changeDraft((before) => ({ ...before, confirmAfterSignIn: true }));
      return onMustLogin();
    }
    setRefused(refusal !== null);
    if (refusal || !option || !settled || book.isPending) return;
    if (parcel.delivering) {
      setDetailsSubmitted(true);
      if (missingDetail(draft.delivery, forRider !== undefined)) return;
    }
    setNoDriver(false);
    book.mutate(
      {
        quote_id: option.quote_id,
        ...paymentOf(draft, prepays, viewer.me?.id, gateways.data),
        ...(searchWidened > 0 && !draft.later ? { search_widened: searchWidened } : {}),
        ...(parcel.delivering ? detailsOf(draft) : {}),
        ...(forRider ? { customer_id: forRider.id } : {}),
        ...(draft.promo ? { promo_name: draft.promo } : {}),
        ...(draft.later && draft.tripDate ? { trip_date: draft.tripDate } : {}),
      },
      {
        onSuccess: (booking) => {
          onBooked(booking);
          setConfirming(false);
          setSubmitted(false);
          setDetailsSubmitted(false);
          resetAnswers();
          changeDraft(cleared);
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : "";
          if (code === "no_driver_found_alert_messege") {
            setNoDriver(true);
            void estimate.refetch();
          }
          if (code === "car_type_too_small") void estimate.refetch();
          if (STALE_QUOTE.has(code)) void expiry.renew();
        },
      },
    );
  };

  const dateError = () => {
    if (submitted && missingIn(draft) === "date") return "booking.date_needed" as const;
    return tooSoon && isTooSoon(draft, earliest()) ? ("errors.past_booking_error" as const) : null;
  };

  return {
    viewer,
    forRider,
    draft,
    estimate,
    option,
    expiry,
    book,
    confirming,
    early,
    parcel,
    /** Whether the option's price includes the latest parcel choice. */
    settled,
    prepays,
    missingDetail:
      detailsSubmitted && parcel.delivering
        ? missingDetail(draft.delivery, forRider !== undefined)
        : null,
    missing: submitted ? missingNow() : null,
    dateError: dateError(),
    refused,
    // A later booking needs no driver nearby now.
    noDriver: !draft.later && (noDriver || (confirming && option?.drivers_nearby === 0)),
    looking,
    driverFound,
    start,
    close,
    confirm: () => confirm(),
    widened,
    /** Books at once with a wider search for drivers. */
    expandSearch: () => {
      setWidened(widened + 1);
      confirm(widened + 1);
    },
    bookLater: (tripDate: string) => {
      resetAnswers();
      changeDraft((before) => ({ ...before, later: true, tripDate }));
    },
    look: (on: boolean) => setLookingSince(on ? Date.now() : null),
    chooseCar: (carTypeId: number) => {
      resetAnswers();
      // Parcel types belong to a car type.
      changeDraft((before) =>
        before.carTypeId === carTypeId ? before : { ...before, carTypeId, parcel: NO_PARCEL },
      );
    },
    changeParcel: () => {
      setConfirming(false);
      resetAnswers();
      parcel.open();
    },
    startOver: () => {
      setSubmitted(false);
      expiry.dismiss();
      changeDraft(cleared);
    },
  };
}

export type BookingFlow = ReturnType<typeof useBookingFlow>;
