import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { bookingQuery } from "@/api/bookings";
import { liveCallsQuery } from "@/api/calls";
import { publicSettingsQuery } from "@/api/catalogue";
import { useLiveBooking } from "@/realtime/live";
import type { Command, JobAction } from "./keys";
import { type Columns, jobAfter } from "./lanes";
import type { BookingPanelState } from "./use-booking-panel";
import { useDeskKeys } from "./use-desk-keys";
import { useSelection } from "./use-selection";

/** Records of jobs that the keys only pass by are not fetched. */
const REST_MS = 150;

export interface DeskDialog {
  id: number;
  action: Exclude<JobAction, "repeat" | "return">;
  /** The driver that the job was dropped on. */
  driver?: { id: number; name: string };
}

/** The active job with its record, the keys, and the dialog that is open. */
export function useDesk(
  columns: Columns,
  search: RefObject<HTMLInputElement | null>,
  driverDialogOpen: boolean,
  panel: BookingPanelState,
  onDriver: (action: "message" | "offline") => void,
) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data: settings } = useQuery(publicSettingsQuery());
  const { id, place, select, arrived, expect } = useSelection(columns);
  const [resting] = useDebouncedValue(id, REST_MS);
  const settled = resting === id ? id : null;
  const record = useQuery({ ...bookingQuery(settled ?? 0), enabled: settled !== null });
  useLiveBooking(settled);
  const [dialog, setDialog] = useState<DeskDialog | null>(null);
  const [refused, setRefused] = useState<DeskDialog | null>(null);

  const pick = useCallback(
    (job: number | null) => {
      setRefused(null);
      select(job);
    },
    [select],
  );
  const act = useCallback((next: DeskDialog) => {
    setRefused(null);
    setDialog(next);
  }, []);
  /** Opens what an action of a job needs: its dialog, or the booking form. */
  const run = (job: number, action: JobAction) => {
    if (action === "repeat" || action === "return") panel.open({ how: action, id: job });
    else act({ id: job, action });
  };
  /** While the phone rings, C books for the caller. */
  const rings = () => {
    const calls = client.getQueryData(liveCallsQuery().queryKey);
    return calls !== undefined && calls.results.length > 0;
  };

  useDeskKeys(
    dialog !== null || driverDialogOpen || panel.opened,
    (command: Command, key: string) => {
      switch (command.does) {
        case "step": {
          const next = jobAfter(columns, place, command.step);
          if (next !== null) pick(next);
          return;
        }
        case "job":
          if (id !== null && !(key === "c" && rings())) run(id, command.action);
          return;
        case "new":
          panel.open();
          return;
        case "message":
        case "offline":
          onDriver(command.does);
          return;
        case "filter":
          search.current?.focus();
          return;
        case "leave":
          pick(null);
      }
    },
  );

  const job = place ? columns.get(place.lane)?.[place.index] : undefined;
  const booking = record.data?.id === id ? record.data : undefined;
  const note = () => {
    if (refused === null || refused.id !== id) return "";
    const { action } = refused;
    return action === "assign" && job?.status === "NEW" && settings?.auto_dispatch
      ? t("errors.auto_dispatch_on")
      : t("desk.not_now", { action: t(`desk.do_${action}`) });
  };
  return {
    id,
    place,
    job,
    booking,
    note: note(),
    dialog,
    pick,
    act,
    run,
    arrived,
    expect,
    close: () => setDialog(null),
    refuse: () => {
      setRefused(dialog);
      setDialog(null);
    },
  };
}
