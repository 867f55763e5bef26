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
  /** The rider for whom an admin books; null while none is chosen, absent where riders book for themselves. */
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
  const kept = offered.find((one) => one.name === last?.provider)?.name;
  const provider = prepays ? kept : draft.paymentProvider;
  return {
    payment_mode: mode,
    ...(mode === "card" && provider ? { payment_provider: provider } : {}),
  } as const;
}

/** From two addresses to a booking: what is missing, what it costs, confirm, done. */
export function useBookingFlow({ forRider, onMustLogin, onMissing, onBooked }: FlowOptions) {
  const viewer = useViewer();
  const draft = useDraft();
  const [asked, setAsked] = useState(false);
  /** Pressed while the prices were on their way; it goes on as soon as they are there. */
  const [early, setEarly] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState(false);
  const [noDriver, setNoDriver] = useState(false);
  const [lookingSince, setLookingSince] = useState<number | null>(null);
  const [driverFound, setDriverFound] = useState(false);
  /** By how many driver radii the rider has widened the search. */
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
  const [detailsAsked, setDetailsAsked] = useState(false);

  useEffect(() => {
    if (!estimate.data || option) return;
    const carTypeId = usualCar(estimate.data);
    if (carTypeId !== null) changeDraft((before) => ({ ...before, carTypeId }));
  }, [estimate.data, option]);

  useEffect(() => {
    const refused = estimate.error instanceof ApiError && estimate.error.code === "select_proper";
    // A stored choice that is no longer offered: without it there is a price again.
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

  const forgetAnswers = () => {
    setRefused(false);
    setNoDriver(false);
    setLookingSince(null);
    setDriverFound(false);
    setWidened(0);
    book.reset();
  };

  // Until there is a price: what an admin books is never paid ahead.
  const prepays = forRider === undefined && (estimate.data?.prepaid ?? parcel.delivering);

  const gateways = useQuery({ ...paymentProvidersQuery(), enabled: prepays });

  /** The admin's form requires the rider first. */
  const missingNow = () => (forRider === null ? "rider" : missingIn(draft));

  // Without a price there is nothing to go on with, and no car to choose from.
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
    setAsked(true);
    setTooSoon(soon);
    if (soon && !missing) onMissing("date");
    else if (missing) onMissing(missing);
    else if (estimate.isError) void estimate.refetch();
    else if (option && parcel.asks) parcel.open();
    else if (option) setConfirming(true);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the prices are there.
  useEffect(() => {
    if (!early || pricing || choosing) return;
    setEarly(false);
    if (estimate.ready) start();
  }, [early, pricing, choosing, estimate.ready]);

  /** Closing the estimate clears it. */
  const close = () => {
    setConfirming(false);
    setDetailsAsked(false);
    forgetAnswers();
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
      setDetailsAsked(true);
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
          setAsked(false);
          setDetailsAsked(false);
          forgetAnswers();
          changeDraft(cleared);
        },
        onError: (error) => {
          const code = error instanceof ApiError ? error.code : "";
          if (code === "no_driver_found_alert_messege") {
            setNoDriver(true);
            void estimate.refetch();
          }
          if (STALE_QUOTE.has(code)) void expiry.renew();
        },
      },
    );
  };

  const dateError = () => {
    if (asked && missingIn(draft) === "date") return "booking.date_needed" as const;
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
    /** The option's price is that of the parcel chosen last. */
    settled,
    prepays,
    missingDetail:
      detailsAsked && parcel.delivering
        ? missingDetail(draft.delivery, forRider !== undefined)
        : null,
    missing: asked ? missingNow() : null,
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
    /** Books at once, with drivers from farther away. */
    expandSearch: () => {
      setWidened(widened + 1);
      confirm(widened + 1);
    },
    bookLater: (tripDate: string) => {
      forgetAnswers();
      changeDraft((before) => ({ ...before, later: true, tripDate }));
    },
    look: (on: boolean) => setLookingSince(on ? Date.now() : null),
    chooseCar: (carTypeId: number) => {
      forgetAnswers();
      // Another car has parcels of its own.
      changeDraft((before) =>
        before.carTypeId === carTypeId ? before : { ...before, carTypeId, parcel: NO_PARCEL },
      );
    },
    changeParcel: () => {
      setConfirming(false);
      forgetAnswers();
      parcel.open();
    },
    startOver: () => {
      setAsked(false);
      expiry.dismiss();
      changeDraft(cleared);
    },
  };
}

export type BookingFlow = ReturnType<typeof useBookingFlow>;
