import { UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import type { Viewer } from "@/api/session";
import type { Booking } from "@/api/types";
import { loadRest } from "@/i18n/setup";
import { toast } from "@/ui/toast";
import { useCategory } from "@/ui/use-category";
import { BookButton } from "./book-button";
import type { BookingMapProps } from "./booking-map";
import { CarCards } from "./car-cards";
import { chosen, hasPlaces } from "./draft";
import { EstimateNote } from "./estimate-note";
import { emptyStop, focusCars } from "./focus";
import classes from "./home-booking.module.css";
import { RouteFields } from "./route-fields";
import { useBookingFlow } from "./use-booking-flow";
import { useDraftPoints } from "./use-draft-points";
import { WhenField } from "./when-field";

interface HomeBookingProps {
  /** The full-width element behind the panel, for the map. */
  stage: HTMLElement | null;
  /** Shows the stage instead of the picture. */
  onStage: (shown: boolean) => void;
  onMustLogin: () => void;
  viewer: Viewer;
  /** Renders the payment of an unpaid booking, from another feature. */
  payment?: PaymentSlot;
}

interface PaymentOutcome {
  onPaid: (booking: Booking) => void;
  onCalledOff: () => void;
  /** Closed without payment: the booking can be paid on its page until the deadline. */
  onLater: () => void;
}

export type PaymentSlot = (booking: Booking, outcome: PaymentOutcome) => ReactNode;

// The panel works without the map. If the map does not load, the picture stays.
const BookingMap = lazy<ComponentType<BookingMapProps>>(() =>
  import("./booking-map")
    .then((module) => ({ default: module.BookingMap }))
    .catch(() => ({ default: () => null })),
);

const loadSteps = () => import("./booking-steps");
// Dialogs and translations that are needed only once there is a price.
const BookingSteps = lazy(async () => {
  const [{ BookingSteps }] = await Promise.all([loadSteps(), loadRest()]);
  return { default: BookingSteps };
});

const loadStops = () => import("./stop-fields");
const StopFields = lazy(async () => ({ default: (await loadStops()).StopFields }));
const AddStop = lazy(async () => ({ default: (await loadStops()).AddStop }));
const RoundTrip = lazy(async () => ({ default: (await import("./round-trip")).RoundTrip }));
// The texts of the field come after the first load, as those of the dialogs.
const Hire = lazy(async () => {
  const [{ Hire }] = await Promise.all([import("./hire"), loadRest()]);
  return { default: Hire };
});
const PartyField = lazy(async () => ({ default: (await import("./party-field")).PartyField }));

/** The booking form: two addresses, a car type and a price. */
export function HomeBooking({ stage, onStage, onMustLogin, payment }: HomeBookingProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const points = useDraftPoints();
  const pickupInput = useRef<HTMLInputElement>(null);
  const dropInput = useRef<HTMLInputElement>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const cars = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const [touched, setTouched] = useState(false);
  const [stepsReady, setStepsReady] = useState(false);
  const toTrip = (booking: Booking) => {
    const { reference, app_category } = booking;
    toast.success(t("errors.booking_success", { reference, context: app_category }));
    void navigate(`/bookings/${booking.id}`);
  };
  const [unpaid, setUnpaid] = useState<Booking | null>(null);
  const flow = useBookingFlow({
    onMustLogin,
    onBooked: (booking) => (booking.status === "PAYMENT_PENDING" ? setUnpaid : toTrip)(booking),
    onMissing: (what) => {
      if (what === "pickup") pickupInput.current?.focus();
      else if (what === "stop") emptyStop()?.focus();
      else if (what === "drop") dropInput.current?.focus();
      else if (what === "date") dateInput.current?.focus();
      else focusCars(cars.current);
    },
  });
  const { draft, estimate } = flow;
  const context = useCategory();
  const ends = [chosen(draft.pickup), chosen(draft.drop)];
  const started = ends.some((end) => end !== null);
  // Before the price is there: what appears with it would move the car that is about to be tapped.
  const { data: settings } = useQuery(publicSettingsQuery());
  const hired = draft.hireMinutes !== null;
  const hasWay = context === "taxi" && hasPlaces(draft);
  const mayHire = context === "taxi" && (settings?.hire_offered === true || hired);
  const mayStop =
    context === "taxi" &&
    !hired &&
    draft.stops.length + (draft.returnWait === null ? 0 : 1) < (settings?.max_stops ?? 0) &&
    (hasWay || draft.stops.length > 0);
  const mayReturn =
    !hired && ((settings?.max_return_wait_minutes ?? 0) > 0 || draft.returnWait !== null);
  const onMap = started || touched;
  // With the map open the hero text is hidden, so this is the page's main heading.
  const Title = onMap ? "h1" : "h2";

  useEffect(() => onStage(onMap), [onMap, onStage]);
  useEffect(() => {
    if (!onMap) return;
    // Preload while the address is typed. Whatever fails is loaded again when it is needed.
    Promise.all([loadSteps(), loadStops(), loadRest()]).then(
      () => setStepsReady(true),
      () => undefined,
    );
  }, [onMap]);
  const priced = estimate.data !== undefined;
  useEffect(() => {
    // On a phone the prices appear below the fold, so scroll them into view.
    if (priced) cars.current?.scrollIntoView?.({ block: "nearest" });
  }, [priced]);

  return (
    <section
      ref={setPanel}
      className={classes.panel}
      aria-label={t("booking.form", { context })}
      onFocus={() => setTouched(true)}
    >
      <div className={classes.head}>
        <Title className={classes.title}>{t("booking.title", { context })}</Title>
        {started ? (
          <UnstyledButton className={`hx-touch ${classes.over}`} onClick={flow.startOver}>
            {t("booking.clear_trip")}
          </UnstyledButton>
        ) : null}
      </div>
      {mayHire ? (
        <div className={classes.roundTrip}>
          <Suspense fallback={null}>
            <Hire draft={draft} />
          </Suspense>
        </div>
      ) : null}
      <RouteFields
        draft={draft}
        points={points}
        missing={flow.missing}
        inputs={{ pickup: pickupInput, drop: dropInput }}
        stops={
          stepsReady && draft.stops.length > 0 ? (
            <Suspense fallback={null}>
              <StopFields draft={draft} missing={flow.missing === "stop"} />
            </Suspense>
          ) : null
        }
      />
      {mayStop ? (
        <div className={classes.addStop}>
          {stepsReady ? (
            <Suspense fallback={null}>
              <AddStop draft={draft} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
      {hasWay && mayReturn ? (
        <div className={classes.roundTrip}>
          {stepsReady ? (
            <Suspense fallback={null}>
              <RoundTrip draft={draft} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
      {hasWay ? (
        <div className={classes.party}>
          {stepsReady ? (
            <Suspense fallback={null}>
              <PartyField draft={draft} />
            </Suspense>
          ) : null}
        </div>
      ) : null}
      <WhenField flow={flow} inputRef={dateInput} />
      <EstimateNote flow={flow} onChangePlaces={() => dropInput.current?.focus()} />
      <div ref={cars} className={classes.cars}>
        <CarCards
          estimate={estimate.data}
          pricing={estimate.ready && estimate.isFetching}
          carTypeId={draft.carTypeId}
          onChoose={flow.chooseCar}
          missing={flow.missing === "car"}
          later={draft.later}
        />
      </div>
      <BookButton flow={flow} />
      {stage && onMap
        ? createPortal(
            <Suspense fallback={null}>
              <BookingMap
                draft={draft}
                points={points}
                panel={panel}
                polyline={estimate.data?.route.polyline_points ?? null}
              />
            </Suspense>,
            stage,
          )
        : null}
      {stepsReady || flow.confirming || flow.parcel.step !== "closed" ? (
        <Suspense fallback={null}>
          <BookingSteps flow={flow} />
        </Suspense>
      ) : null}
      {unpaid && payment
        ? payment(unpaid, {
            onPaid: (booking) => {
              setUnpaid(null);
              toTrip(booking);
            },
            onCalledOff: () => setUnpaid(null),
            onLater: () => void navigate(`/bookings/${unpaid.id}`),
          })
        : null}
    </section>
  );
}
