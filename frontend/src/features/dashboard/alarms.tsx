import { Button } from "@mantine/core";
import { IconUrgent } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMay } from "@/api/permissions";
import { alarmsKey, alarmsQuery, handleAlarm } from "@/api/sos";
import type { SosAlert } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { useTopic } from "@/realtime/hooks";
import { PhoneLink } from "@/ui/phone-link";
import classes from "./alarms.module.css";

const POLL_MS = 15_000;

/** Open SOS alerts, live and above all other content. Hidden if there are none. */
export function Alarms() {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Also polls, because this list must not depend on the socket.
  const { data: alarms, error } = useQuery({ ...alarmsQuery(), refetchInterval: POLL_MS });
  const refetch = () => void client.invalidateQueries({ queryKey: alarmsKey });
  useTopic("bookings", {
    onEvent: (event) => {
      if (event.type.startsWith("sos.")) refetch();
    },
    onRefetch: refetch,
  });

  return (
    <div role="alert">
      {error && !alarms ? <p className={classes.error}>{errorText(error, t)}</p> : null}
      {alarms?.length ? (
        <section className={classes.alarms} aria-label={t("dashboard.sos_title")}>
          {alarms.map((alarm) => (
            <Alarm key={alarm.id} alarm={alarm} onHandled={refetch} />
          ))}
        </section>
      ) : null}
    </div>
  );
}

function Alarm({ alarm, onHandled }: { alarm: SosAlert; onHandled: () => void }) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const may = useMay();
  const handling = useMutation({ mutationFn: () => handleAlarm(alarm.id), onSuccess: onHandled });
  const who = t(alarm.role === "driver" ? "dashboard.sos_driver" : "dashboard.sos_rider", {
    name: alarm.name,
  });

  return (
    <article className={classes.alarm}>
      <IconUrgent size={28} aria-hidden="true" />
      <div className={classes.text}>
        <h2 dir="auto">{who}</h2>
        <p>
          {ago(alarm.created_at)}
          {" · "}
          <Link to={`/bookings/${alarm.booking_id}`}>
            {t("dashboard.sos_booking")} <bdi>{alarm.reference}</bdi>
          </Link>
          {" · "}
          <bdi>{alarm.driver_name}</bdi>, <bdi dir="ltr">{alarm.vehicle_number}</bdi>
          {alarm.contact ? (
            <>
              {" · "}
              <PhoneLink number={alarm.contact} />
            </>
          ) : null}
          {alarm.lat !== null && alarm.lng !== null ? (
            <>
              {" · "}
              <a
                href={`https://www.openstreetmap.org/?mlat=${alarm.lat}&mlon=${alarm.lng}#map=17/${alarm.lat}/${alarm.lng}`}
                target="_blank"
                rel="noreferrer"
              >
                {t("dashboard.sos_place")}
              </a>
            </>
          ) : null}
        </p>
        {handling.isError ? <p>{errorText(handling.error, t)}</p> : null}
      </div>
      {may("cases", "change") ? (
        <Button
          variant="default"
          size="md"
          loading={handling.isPending}
          onClick={() => handling.mutate()}
        >
          {t("dashboard.sos_handle")}
        </Button>
      ) : null}
    </article>
  );
}
