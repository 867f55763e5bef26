import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Booking, Rider } from "@/api/types";
import { chosen, type Draft } from "./draft";
import { changeDraft } from "./draft-store";
import { useDriversFor } from "./driver-field";
import { emptyStop, focusCars } from "./focus";
import { tripAgain } from "./repeat";
import { useBookingFlow } from "./use-booking-flow";
import { useDraftPoints } from "./use-draft-points";
import { useGiveDriver } from "./use-give-driver";
import { useRiderOfAddress } from "./use-rider-of-address";
import { useTripOfAddress } from "./use-trip-of-address";

interface AddBookingOptions {
  /** The page of the form, for the way back from the login. */
  page: string;
  onBooked: (booking: Booking, withDriver: boolean) => void;
}

/** The state of an admin's booking form: the rider, the trip, the optional driver, and the focus. */
export function useAddBooking({ page, onBooked }: AddBookingOptions) {
  const navigate = useNavigate();
  const points = useDraftPoints();
  const riderInput = useRef<HTMLInputElement>(null);
  const pickupInput = useRef<HTMLInputElement>(null);
  const dropInput = useRef<HTMLInputElement>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const cars = useRef<HTMLDivElement>(null);
  const bookButton = useRef<HTMLButtonElement>(null);
  const [rider, setRider] = useState<Rider | null>(null);
  useRiderOfAddress(setRider);
  const [driverId, chooseDriver] = useState<number | null>(null);
  const giveDriver = useGiveDriver();
  const flow = useBookingFlow({
    forRider: rider && { id: rider.id, name: rider.name },
    onMustLogin: () => void navigate("/login", { state: { from: page } }),
    onBooked: (booking) => {
      if (driver) giveDriver.mutate({ booking, driver });
      onBooked(booking, driver !== undefined);
    },
    onMissing: (what) => {
      if (what === "rider") riderInput.current?.focus();
      else if (what === "pickup") pickupInput.current?.focus();
      else if (what === "stop") emptyStop()?.focus();
      else if (what === "drop") dropInput.current?.focus();
      else if (what === "date") dateInput.current?.focus();
      else focusCars(cars.current);
    },
  });
  const { draft } = flow;
  const drivers = useDriversFor(draft);
  const driver = drivers?.find(({ id }) => id === driverId);

  /** Sets the trip of an earlier booking, or its return, and goes on to the book button. */
  const setTrip = (trip: Draft) => {
    for (const kind of ["pickup", "drop"] as const) points.forget(kind);
    changeDraft(() => trip);
    bookButton.current?.focus();
  };
  useTripOfAddress((booking, back, whose) => {
    setRider(whose);
    setTrip(tripAgain(booking, back));
  });

  return {
    flow,
    points,
    rider,
    drivers,
    driverId: driver?.id ?? null,
    chooseDriver,
    inputs: { rider: riderInput, pickup: pickupInput, drop: dropInput, date: dateInput },
    cars,
    bookButton,
    started: rider !== null || chosen(draft.pickup) !== null || chosen(draft.drop) !== null,
    setTrip,
    chooseRider: (next: Rider | null) => {
      setRider(next);
      if (next && !chosen(draft.pickup)) pickupInput.current?.focus();
    },
    startOver: () => {
      setRider(null);
      chooseDriver(null);
      flow.startOver();
    },
  };
}

export type AddBooking = ReturnType<typeof useAddBooking>;
