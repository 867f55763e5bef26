import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import { PersonFlags } from "@/ui/notes/person-flags";
import classes from "./add-booking-page.module.css";
import { BookButton } from "./book-button";
import { CarCards } from "./car-cards";
import { DriverField } from "./driver-field";
import { EstimateNote } from "./estimate-note";
import { Hire } from "./hire";
import { PartyField } from "./party-field";
import { tripAgain } from "./repeat";
import { RiderField } from "./rider-field";
import { RiderTrips } from "./rider-trips";
import { RoundTrip } from "./round-trip";
import { RouteFields } from "./route-fields";
import { AddStop, StopFields } from "./stop-fields";
import type { AddBooking } from "./use-add-booking";
import { WhenField } from "./when-field";

/** The fields of an admin's booking, from the caller to the price. */
export function AddBookingFields({ form }: { form: AddBooking }) {
  const [params] = useSearchParams();
  const { flow, points, rider, drivers, inputs } = form;
  const { draft, estimate } = flow;
  const hireOffered = useQuery(publicSettingsQuery()).data?.hire_offered === true;
  const hired = draft.hireMinutes !== null;
  // Only the confirmation is left of an earlier trip.
  const again = params.has("repeat") || params.has("return");
  return (
    <>
      <RiderField
        rider={rider}
        onChange={form.chooseRider}
        search={params.get("phone") ?? ""}
        missing={flow.missing === "rider"}
        inputRef={inputs.rider}
        autoFocus={!again}
      />
      {rider ? <PersonFlags key={`flags-${rider.id}`} person={rider.id} /> : null}
      {rider ? (
        <RiderTrips
          key={rider.id}
          rider={rider.id}
          focused={params.has("call") && params.get("rider") === String(rider.id)}
          onNone={() => inputs.pickup.current?.focus()}
          onRepeat={(booking, back) => form.setTrip(tripAgain(booking, back))}
        />
      ) : null}
      {hireOffered || hired ? <Hire draft={draft} /> : null}
      <RouteFields
        rider={rider?.id}
        draft={draft}
        points={points}
        missing={flow.missing}
        inputs={{ pickup: inputs.pickup, drop: inputs.drop }}
        stops={<StopFields draft={draft} missing={flow.missing === "stop"} rider={rider?.id} />}
      />
      {!hired && (estimate.data || draft.stops.length > 0) ? <AddStop draft={draft} /> : null}
      {!hired && (estimate.data || draft.returnWait !== null) ? <RoundTrip draft={draft} /> : null}
      <PartyField draft={draft} />
      <WhenField flow={flow} inputRef={inputs.date} />
      <EstimateNote flow={flow} onChangePlaces={() => inputs.drop.current?.focus()} />
      <div ref={form.cars} className={classes.cars}>
        <CarCards
          estimate={estimate.data}
          pricing={estimate.ready && estimate.isFetching}
          carTypeId={draft.carTypeId}
          onChoose={flow.chooseCar}
          missing={flow.missing === "car"}
          later={draft.later}
        />
      </div>
      {drivers ? (
        <DriverField drivers={drivers} driverId={form.driverId} onChange={form.chooseDriver} />
      ) : null}
      <BookButton flow={flow} buttonRef={form.bookButton} autoFocus={again} />
    </>
  );
}
