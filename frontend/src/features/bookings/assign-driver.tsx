import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { actOnBooking, assignableDriversQuery, bookingKey, bookingsKey } from "@/api/bookings";
import { outcomeUnknown } from "@/api/error";
import { newIdempotencyKey } from "@/api/request";
import type { AssignableDriver } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Modal } from "@/ui/dialog/modal";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import classes from "./assign-driver.module.css";
import { AssignableRow } from "./assignable-row";

interface AssignDriverProps {
  /** Replaces the default action, which assigns the driver. */
  onPick?: (driver: AssignableDriver) => void;
  booking: { id: number; car_type: { name: string }; pickup: { add: string } };
  opened: boolean;
  onClose: () => void;
}

const TYPING_PAUSE_MS = 250;

/** The drivers for the booking's car type, nearest first. A press offers the booking to one of them. */
export function AssignDriver({ booking, opened, onClose, onPick }: AssignDriverProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const list = useQuery({ ...assignableDriversQuery(booking.id, search), enabled: opened });
  /** A retry with an unknown outcome uses the same key for the same driver. */
  const attempt = useRef<{ driver: number; key: string } | null>(null);
  const assign = useMutation({
    mutationFn: (driver_id: number) => {
      if (attempt.current?.driver !== driver_id) {
        attempt.current = { driver: driver_id, key: newIdempotencyKey() };
      }
      return actOnBooking(booking.id, "assign", { driver_id }, attempt.current.key);
    },
    onSuccess: (changed) => {
      client.setQueryData(bookingKey(booking.id), changed);
      toast.success(t("bookings.assigned"));
      attempt.current = null;
      onClose();
    },
    onError: (error) => {
      if (!outcomeUnknown(error)) attempt.current = null;
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...bookingsKey, "list"] });
      return client.invalidateQueries({ queryKey: bookingKey(booking.id) });
    },
  });

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("bookings.assign_title")}
      closeButtonProps={{ "aria-label": t("app.close") }}
    >
      <div className={classes.body}>
        <p className={classes.lead}>
          {t("bookings.assign_lead", { car: booking.car_type.name, place: booking.pickup.add })}
        </p>
        <TextInput
          type="search"
          aria-label={t("bookings.assign_search")}
          placeholder={t("bookings.assign_search")}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {assign.error ? (
          <p className={classes.error} role="alert">
            {errorText(assign.error, t)}
          </p>
        ) : null}
        {list.isPending ? <LoadingState /> : null}
        {list.error ? (
          <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
        ) : null}
        {list.data?.length === 0 ? <EmptyState compact title={t("bookings.assign_none")} /> : null}
        <ul className={classes.list}>
          {list.data?.map((driver) => (
            <AssignableRow
              key={driver.id}
              driver={driver}
              action={
                <Button
                  size="compact-md"
                  disabled={!driver.assignable || assign.isPending}
                  loading={assign.isPending && assign.variables === driver.id}
                  aria-label={t(onPick ? "bookings.reassign_to" : "bookings.assign_to", {
                    name: driver.name,
                  })}
                  onClick={() => (onPick ? onPick(driver) : assign.mutate(driver.id))}
                >
                  {t("bookings.assign")}
                </Button>
              }
            />
          ))}
        </ul>
      </div>
    </Modal>
  );
}
