import { UnstyledButton } from "@mantine/core";
import { type ComponentType, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import type { Booking, Rider } from "@/api/types";
import { lazy } from "@/ui/lazy";
import { PersonFlags } from "@/ui/notes/person-flags";
import { PageHeader } from "@/ui/page-header";
import { LoadingState } from "@/ui/states";
import { useCategory } from "@/ui/use-category";
import classes from "./add-booking-page.module.css";
import { AddedDialog } from "./added-dialog";
import { BookButton } from "./book-button";
import type { BookingMapProps } from "./booking-map";
import { BookingSteps } from "./booking-steps";
import { CarCards } from "./car-cards";
import { chosen, withRoute } from "./draft";
import { changeDraft } from "./draft-store";
import { EstimateNote } from "./estimate-note";
import { emptyStop, focusCars } from "./focus";
import { PartyField } from "./party-field";
import { RiderField } from "./rider-field";
import { RiderTrips } from "./rider-trips";
import { RouteFields } from "./route-fields";
import { AddStop, StopFields } from "./stop-fields";
import { useBookingFlow } from "./use-booking-flow";
import { useDraftPoints } from "./use-draft-points";
import { useRiderOfAddress } from "./use-rider-of-address";
import { WhenField } from "./when-field";

// The form works without the map.
const BookingMap = lazy<ComponentType<BookingMapProps>>(() =>
  import("./booking-map")
    .then((module) => ({ default: module.BookingMap }))
    .catch(() => ({ default: () => null })),
);

/** The booking form for admins, with a field for the rider. */
export function AddBookingPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const points = useDraftPoints();
  const riderInput = useRef<HTMLInputElement>(null);
  const pickupInput = useRef<HTMLInputElement>(null);
  const dropInput = useRef<HTMLInputElement>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const cars = useRef<HTMLDivElement>(null);
  const bookButton = useRef<HTMLButtonElement>(null);
  const [rider, setRider] = useState<Rider | null>(null);
  useRiderOfAddress(setRider);
  const [booked, setBooked] = useState<Booking | null>(null);
  const flow = useBookingFlow({
    forRider: rider && { id: rider.id, name: rider.name },
    onMustLogin: () => void navigate("/login", { state: { from: "/addbookings" } }),
    onBooked: setBooked,
    onMissing: (what) => {
      if (what === "rider") riderInput.current?.focus();
      else if (what === "pickup") pickupInput.current?.focus();
      else if (what === "stop") emptyStop()?.focus();
      else if (what === "drop") dropInput.current?.focus();
      else if (what === "date") dateInput.current?.focus();
      else focusCars(cars.current);
    },
  });
  const { draft, estimate } = flow;
  const context = useCategory();
  const started = rider !== null || chosen(draft.pickup) !== null || chosen(draft.drop) !== null;
  const chooseRider = (chosenRider: Rider | null) => {
    setRider(chosenRider);
    if (chosenRider && !chosen(draft.pickup)) pickupInput.current?.focus();
  };
  const startOver = () => {
    setRider(null);
    flow.startOver();
  };

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("booking.add_title")}
        lead={t("booking.add_lead", { context })}
        actions={
          started ? (
            <UnstyledButton className={classes.over} onClick={startOver}>
              {t("booking.clear_trip")}
            </UnstyledButton>
          ) : null
        }
      />
      <div className={classes.columns}>
        <section className={classes.form} aria-label={t("booking.add_title")}>
          <RiderField
            rider={rider}
            onChange={chooseRider}
            search={params.get("phone") ?? ""}
            missing={flow.missing === "rider"}
            inputRef={riderInput}
          />
          {rider ? <PersonFlags key={`flags-${rider.id}`} person={rider.id} /> : null}
          {rider ? (
            <RiderTrips
              key={rider.id}
              rider={rider.id}
              focused={params.has("call") && params.get("rider") === String(rider.id)}
              onNone={() => pickupInput.current?.focus()}
              onRepeat={(pickup, drop, party) => {
                for (const kind of ["pickup", "drop"] as const) points.forget(kind);
                changeDraft((before) => withRoute(before, pickup, drop, party));
                bookButton.current?.focus();
              }}
            />
          ) : null}
          <RouteFields
            rider={rider?.id}
            draft={draft}
            points={points}
            missing={flow.missing}
            inputs={{ pickup: pickupInput, drop: dropInput }}
            stops={<StopFields draft={draft} missing={flow.missing === "stop"} rider={rider?.id} />}
          />
          {estimate.data || draft.stops.length > 0 ? <AddStop draft={draft} /> : null}
          <PartyField draft={draft} />
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
          <BookButton flow={flow} buttonRef={bookButton} />
        </section>
        <div className={classes.map}>
          <Suspense fallback={<LoadingState label={t("map.loading")} />}>
            <BookingMap
              draft={draft}
              points={points}
              panel={null}
              polyline={estimate.data?.route.polyline_points ?? null}
            />
          </Suspense>
        </div>
      </div>
      <BookingSteps flow={flow} />
      <AddedDialog
        booking={booked}
        onClose={() => void navigate("/bookings")}
        onAnother={() => {
          setBooked(null);
          startOver();
        }}
      />
    </div>
  );
}
