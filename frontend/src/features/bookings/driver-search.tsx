import { Button, Kbd, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { assignableDriversQuery } from "@/api/bookings";
import type { AssignableDriver } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { EmptyState, ErrorState, LoadingState } from "@/ui/states";
import classes from "./assign-driver.module.css";
import { AssignableRow } from "./assignable-row";

interface DriverSearchProps {
  bookingId: number;
  opened: boolean;
  /** Whether the drivers are chosen for later, where being free now does not matter. */
  ahead?: boolean;
  /** The button of a driver, and its accessible name. */
  label: string;
  nameOf: (driver: AssignableDriver) => string;
  error: Error | null;
  /** The driver who is being sent. */
  pending: number | null;
  onPick: (driver: AssignableDriver) => void;
}

const TYPING_PAUSE_MS = 250;

/** The drivers for the booking's car type, nearest first. Enter picks the first who can be chosen. */
export function DriverSearch(props: DriverSearchProps) {
  const { bookingId, opened, ahead = false, label, nameOf, error, pending, onPick } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const list = useQuery({ ...assignableDriversQuery(bookingId, search), enabled: opened });
  const isPossible = ({ assignable, plannable }: AssignableDriver) =>
    ahead ? plannable : assignable;
  const first = list.data?.find(isPossible);
  /** Enter takes the first driver of what is typed, once it is listed. */
  const isListed = typed.trim() === search && !list.isFetching;

  return (
    <>
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
          if (first && isListed && pending === null) onPick(first);
        }}
        data-autofocus
      />
      {error ? (
        <p className={classes.error} role="alert">
          {errorText(error, t)}
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
            ahead={ahead}
            action={
              <Button
                size="compact-md"
                disabled={!isPossible(driver) || pending !== null}
                loading={pending === driver.id}
                aria-label={nameOf(driver)}
                rightSection={
                  driver === first ? (
                    <Kbd size="xs" dir="ltr" aria-hidden="true">
                      Enter
                    </Kbd>
                  ) : null
                }
                onClick={() => onPick(driver)}
              >
                {label}
              </Button>
            }
          />
        ))}
      </ul>
    </>
  );
}
