import { Button, Kbd, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { assignableDriversQuery } from "@/api/bookings";
import type { AssignableDriver } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { Modal } from "@/ui/dialog/modal";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./assign-driver.module.css";
import { AssignableRow } from "./assignable-row";
import { useAssign } from "./use-assign";

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
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const list = useQuery({ ...assignableDriversQuery(booking.id, search), enabled: opened });
  const assign = useAssign(booking.id, onClose);
  const pick = (driver: AssignableDriver) => (onPick ? onPick(driver) : assign.mutate(driver.id));
  const first = list.data?.find(({ assignable }) => assignable);
  /** Enter takes the first driver of what is typed, once it is listed. */
  const isListed = typed.trim() === search && !list.isFetching;

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
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (first && isListed && !assign.isPending) pick(first);
          }}
          data-autofocus
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
                  rightSection={
                    driver === first ? (
                      <Kbd size="xs" dir="ltr" aria-hidden="true">
                        Enter
                      </Kbd>
                    ) : null
                  }
                  onClick={() => pick(driver)}
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
