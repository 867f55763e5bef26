import {
  IconArrowBackUp,
  IconCalendarCheck,
  IconCalendarQuestion,
  IconCarSuv,
  IconClockExclamation,
  IconClockHour4,
  IconLifebuoy,
  IconLuggage,
  IconMapPin,
  IconMoodKid,
  IconPlayerPause,
  IconUsers,
} from "@tabler/icons-react";
import { type DragEvent, memo } from "react";
import { useTranslation } from "react-i18next";
import { useOwnClock } from "@/api/clock";
import type { BoardJob } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { FlagIcons } from "@/ui/notes/flag-icons";
import { isUsual, partyText } from "@/ui/party/party";
import { useHours } from "@/ui/places/use-hours";
import { clockTime } from "@/ui/use-countdown";
import classes from "./lane.module.css";
import { useNow } from "./use-now";

export const DRAGGED_JOB = "application/x-hansom-job";
const HOUR = 3600;
/** A job that becomes late within this time is marked. */
const SOON = 120;

interface JobCardProps {
  job: BoardJob;
  selected: boolean;
  dense: boolean;
  top: number;
  place: number;
  count: number;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
}

/** One job: who, from where to where, with which driver, for how long, and when it becomes late. */
export const JobCard = memo(function JobCard(props: JobCardProps) {
  const { job, selected, dense, top, place, count, onSelect, onOpen } = props;
  const driver = job.driver?.name ?? job.offered_to.map(({ name }) => name).join(", ");
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAGGED_JOB, String(job.id));
    event.dataTransfer.effectAllowed = "link";
  };
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the lane has the focus and names the active job.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the board's keys open the active job.
    <div
      role="option"
      id={`job-${job.id}`}
      aria-selected={selected}
      aria-setsize={count}
      aria-posinset={place}
      className={classes.card}
      data-dense={dense || undefined}
      style={{ insetBlockStart: top }}
      draggable
      onDragStart={drag}
      onPointerDown={() => onSelect(job.id)}
      onClick={() => onSelect(job.id)}
      onDoubleClick={() => onOpen(job.id)}
    >
      <span className={classes.line}>
        <bdi className={classes.name}>{job.customer_name}</bdi>
        <FlagIcons flags={job.flags} />
        <Due job={job} />
      </span>
      <span className={classes.way}>
        <bdi>{job.pickup.add}</bdi>
        <span aria-hidden="true" className={classes.arrow} />
        {job.drop_add ? (
          <bdi>{job.drop_add}</bdi>
        ) : (
          <DropUnknown hired={job.hire_minutes !== null} />
        )}
      </span>
      {dense ? null : (
        <span className={classes.line}>
          <Reference job={job} />
          <span className={classes.soft}>{job.car_type}</span>
          {job.street_trip ? <StreetTrip /> : null}
          <Age since={job.since} />
        </span>
      )}
      <span className={classes.line}>
        {dense ? <Reference job={job} /> : null}
        {job.planned_driver && !driver ? <Planned driver={job.planned_driver} /> : null}
        {driver ? (
          <span className={classes.driver}>
            <IconCarSuv size={14} aria-hidden="true" />
            <bdi>{driver}</bdi>
          </span>
        ) : null}
        {job.backup_driver ? <Backup name={job.backup_driver.name} /> : null}
        <PartyOf job={job} />
        <Stops job={job} />
        <RoundTrip job={job} />
        <Hire job={job} />
        {job.hold_reason ? (
          <bdi className={classes.soft} title={job.hold_reason}>
            {job.hold_reason}
          </bdi>
        ) : null}
      </span>
    </div>
  );
});

/** The driver planned for a scheduled trip, with a check once confirmed. */
function Planned({ driver }: { driver: NonNullable<BoardJob["planned_driver"]> }) {
  const { t } = useTranslation();
  const Icon = driver.confirmed ? IconCalendarCheck : IconCalendarQuestion;
  return (
    <span className={classes.driver} data-planned>
      <Icon size={14} aria-hidden="true" />
      <span className="hx-visually-hidden">
        {t(driver.confirmed ? "desk.planned_confirmed" : "desk.planned_open")}
      </span>
      <bdi>{driver.name}</bdi>
    </span>
  );
}

/** The driver who gets the trip if the first one cannot drive. */
function Backup({ name }: { name: string }) {
  const { t } = useTranslation();
  const text = t("desk.backup", { name });
  return (
    <span className={classes.driver} data-planned title={text}>
      <IconLifebuoy size={14} aria-hidden="true" />
      <span className="hx-visually-hidden">{text}</span>
      <bdi aria-hidden="true">{name}</bdi>
    </span>
  );
}

/** The number of passengers, with the luggage in words; nothing for one passenger without luggage. */
function PartyOf({ job }: { job: BoardJob }) {
  const { t } = useTranslation();
  if (isUsual(job)) return null;
  const text = partyText(job, t);
  return (
    <span className={classes.party} title={text}>
      <IconUsers size={14} aria-hidden="true" />
      <span aria-hidden="true">{job.passengers}</span>
      {job.children > 0 ? <IconMoodKid size={14} aria-hidden="true" /> : null}
      {job.children > 0 ? <span aria-hidden="true">{job.children}</span> : null}
      {job.luggage > 0 ? <IconLuggage size={14} aria-hidden="true" /> : null}
      {job.luggage > 0 ? <span aria-hidden="true">{job.luggage}</span> : null}
      <span className="hx-visually-hidden">{text}</span>
    </span>
  );
}

/** The number of stops, and the next one until the car has left them all. */
function Stops({ job }: { job: BoardJob }) {
  const { t } = useTranslation();
  if (job.stop_count === 0) return null;
  const number = t("desk.stops", { number: job.stop_count });
  const next = job.next_stop ? t("desk.next_stop", { place: job.next_stop }) : "";
  return (
    <span className={classes.stops} title={next || number}>
      <IconMapPin size={14} aria-hidden="true" />
      <bdi>{next ? `${number} · ${next}` : number}</bdi>
    </span>
  );
}

/** A round trip, with the minutes that the driver waits. */
function RoundTrip({ job }: { job: BoardJob }) {
  const { t } = useTranslation();
  if (job.return_wait_minutes === null) return null;
  const text = t("trip.round_trip_waits", { minutes: job.return_wait_minutes });
  return (
    <span className={classes.stops} title={text}>
      <IconArrowBackUp size={14} aria-hidden="true" />
      <bdi>{text}</bdi>
    </span>
  );
}

/** The hours of a booking by the hour. */
function Hire({ job }: { job: BoardJob }) {
  const { t } = useTranslation();
  const hours = useHours();
  if (job.hire_minutes === null) return null;
  const text = t("trip.hire_for", { time: hours(job.hire_minutes) });
  return (
    <span className={classes.stops} title={text}>
      <IconClockHour4 size={14} aria-hidden="true" />
      <bdi>{text}</bdi>
    </span>
  );
}

function DropUnknown({ hired }: { hired: boolean }) {
  const { t } = useTranslation();
  return <span className={classes.soft}>{t(hired ? "trip.hire_open" : "desk.no_drop")}</span>;
}

function StreetTrip() {
  const { t } = useTranslation();
  return <span className={classes.soft}>{t("desk.street_trip")}</span>;
}

function Reference({ job }: { job: BoardJob }) {
  return (
    <bdi dir="ltr" className={`${classes.reference} hx-tabular`}>
      {job.reference}
    </bdi>
  );
}

/** The time left until the job is late, or by how much it is; of a scheduled job its time. */
function Due({ job }: { job: BoardJob }) {
  const { t } = useTranslation();
  const { dateTime, duration } = useFormat();
  const now = useNow();
  const due = useOwnClock(job.late_at ?? job.trip_date);
  if (job.lane === "scheduled") {
    return <span className={classes.due}>{dateTime(job.trip_date)}</span>;
  }
  if (job.held_until) return <Held until={job.held_until} />;
  if (!job.late_at) return null;
  const left = Math.round(due / 1000) - now;
  const time = Math.abs(left) < HOUR ? clockTime(Math.abs(left)) : duration(Math.abs(left));
  const tone = left < 0 ? "late" : left < SOON ? "soon" : undefined;
  return (
    <span className={`${classes.due} hx-tabular`} data-tone={tone}>
      {tone ? <IconClockExclamation size={14} aria-hidden="true" /> : null}
      {t(left < 0 ? "desk.late_by" : "desk.late_in", { time })}
    </span>
  );
}

/** The time left until the driver search of a held job continues. */
function Held({ until }: { until: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const left = Math.max(0, Math.round(useOwnClock(until) / 1000) - now);
  return (
    <span className={`${classes.due} hx-tabular`} data-tone="held">
      <IconPlayerPause size={14} aria-hidden="true" />
      {t("desk.held_for", { time: clockTime(left) })}
    </span>
  );
}

function Age({ since }: { since: string }) {
  const { duration } = useFormat();
  const now = useNow();
  const seconds = Math.max(0, now - Math.round(useOwnClock(since) / 1000));
  return <span className={`${classes.age} hx-tabular`}>{duration(seconds)}</span>;
}
