import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { Booking } from "@/api/types";
import { ChangeStops } from "@/ui/change-stops";
import { NoShow } from "@/ui/no-show";
import { useOpenRequest } from "@/ui/use-open-request";
import { AssignDriver } from "./assign-driver";
import classes from "./booking-detail.module.css";
import { EditBooking } from "./edit-booking";
import { FareActions } from "./fare-actions";
import { HoldSheet } from "./hold-sheet";
import { PlanBackup } from "./plan-backup";
import { PlanDriver } from "./plan-driver";
import { ReassignDriver } from "./reassign-driver";
import { SearchAgain } from "./search-again";
import { OFFERED, type StaffAction, StaffSheet } from "./staff-sheet";

interface StaffActionsProps {
  booking: Booking;
  /** Whether the trip can be booked again, and the return. */
  books?: boolean;
}

/** The actions of an admin on a booking; those that change money or remove something require a reason. */
export function StaffActions({ booking, books = false }: StaffActionsProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<StaffAction | null>(null);
  const [assigning, setAssigning] = useState(false);
  const [searching, setSearching] = useState(false);
  const [reassigning, setReassigning] = useState(false);
  const [planning, setPlanning] = useState(false);
  const [backing, setBacking] = useState(false);
  const [holding, setHolding] = useState(false);
  const [editing, setEditing] = useState(false);
  const [changing, setChanging] = useState(false);
  const { role } = useViewer();
  const may = useMay();
  const again = books && role === "admin" && may("bookings", "change");
  // An alert links here with the dialog to open.
  useOpenRequest("assign", () => setAssigning(true));
  useOpenRequest("plan", () => setPlanning(true));
  useOpenRequest("search", () => setSearching(true));
  const assigns = booking.actions.includes("assign");
  const searches = booking.actions.includes("search");
  const plans = booking.actions.includes("plan");
  const backs = booking.actions.includes("plan-backup");
  const held = booking.actions.includes("release-hold");
  const holds = held || booking.actions.includes("hold");
  const reassigns = booking.actions.includes("reassign");
  const possible = OFFERED.filter((action) => booking.actions.includes(action));
  const edits = booking.actions.includes("edit");
  // Before the start, the edit changes the stops too.
  const changes = booking.actions.includes("change-stops") && !edits;
  const settles = booking.actions.some((one) => one === "adjust-fare" || one === "refund");
  const others =
    assigns ||
    plans ||
    backs ||
    holds ||
    searches ||
    reassigns ||
    edits ||
    changes ||
    settles ||
    again;
  if (possible.length === 0 && !others && !editing && !changing) return null;

  return (
    <section className={classes.card} aria-label={t("bookings.actions")}>
      {assigns ? (
        <Button fullWidth aria-haspopup="dialog" onClick={() => setAssigning(true)}>
          {t("bookings.assign_driver")}
        </Button>
      ) : null}
      <AssignDriver
        booking={booking}
        opened={assigning && assigns}
        onClose={() => setAssigning(false)}
      />
      {plans ? (
        <Button
          fullWidth
          variant={assigns ? "default" : "filled"}
          aria-haspopup="dialog"
          onClick={() => setPlanning(true)}
        >
          {t("bookings.plan")}
        </Button>
      ) : null}
      {plans ? (
        <PlanDriver booking={booking} opened={planning} onClose={() => setPlanning(false)} />
      ) : null}
      {backs ? (
        <Button fullWidth variant="default" aria-haspopup="dialog" onClick={() => setBacking(true)}>
          {t("bookings.backup_title")}
        </Button>
      ) : null}
      {backs ? (
        <PlanBackup booking={booking} opened={backing} onClose={() => setBacking(false)} />
      ) : null}
      {searches ? (
        <Button
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setSearching(true)}
        >
          {t("bookings.search")}
        </Button>
      ) : null}
      <SearchAgain
        id={booking.id}
        opened={searching && searches}
        onClose={() => setSearching(false)}
      />
      {holds ? (
        <Button fullWidth variant="default" aria-haspopup="dialog" onClick={() => setHolding(true)}>
          {t(held ? "bookings.hold_change" : "bookings.hold")}
        </Button>
      ) : null}
      {holds && holding ? <HoldSheet booking={booking} onClose={() => setHolding(false)} /> : null}
      {reassigns ? (
        <Button
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setReassigning(true)}
        >
          {t("bookings.reassign")}
        </Button>
      ) : null}
      <ReassignDriver
        booking={booking}
        opened={reassigning && reassigns}
        onClose={() => setReassigning(false)}
      />
      {edits ? (
        <Button fullWidth variant="default" aria-haspopup="dialog" onClick={() => setEditing(true)}>
          {t("bookings.edit")}
        </Button>
      ) : null}
      {/* Stays open when the booking can no longer be edited, and shows that. */}
      {editing ? <EditBooking booking={booking} onClose={() => setEditing(false)} /> : null}
      {changes ? (
        <Button
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setChanging(true)}
        >
          {t("trip.stops_change")}
        </Button>
      ) : null}
      {changing ? (
        <ChangeStops booking={booking} by="staff" onClose={() => setChanging(false)} />
      ) : null}
      {again ? (
        <>
          <Button component={Link} to={`/addbookings?repeat=${booking.id}`} variant="default">
            {t("bookings.repeat")}
          </Button>
          <Button component={Link} to={`/addbookings?return=${booking.id}`} variant="default">
            {t("bookings.return")}
          </Button>
        </>
      ) : null}
      <FareActions booking={booking} />
      <NoShow booking={booking} by="staff" />
      {possible.map((action) => (
        <Button
          key={action}
          fullWidth
          variant="default"
          aria-haspopup="dialog"
          onClick={() => setChosen(action)}
        >
          {t(`bookings.${action}`)}
        </Button>
      ))}
      {chosen ? (
        <StaffSheet booking={booking} action={chosen} onClose={() => setChosen(null)} />
      ) : null}
    </section>
  );
}
