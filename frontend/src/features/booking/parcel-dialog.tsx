import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedCarType, ParcelChoice } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { ErrorState, LoadingState } from "@/ui/states";
import type { ParcelIds } from "./draft";
import classes from "./parcel-dialog.module.css";
import { ParcelList } from "./parcel-list";
import type { BookingFlow } from "./use-booking-flow";

/** Returns the previous choice, otherwise the first one, or null if the car type has none. */
function started(choices: ParcelChoice[], id: number | null): number | null {
  return (choices.find((choice) => choice.id === id) ?? choices[0])?.id ?? null;
}

/** The parcel type and option, chosen before the price, each with its surcharge. */
export function ParcelDialog({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation();
  const { car, types, step, close, choose } = flow.parcel;
  const [picked, setPicked] = useState<ParcelIds | null>(null);
  const opened = step !== "closed";
  const shown = picked ?? flow.draft.parcel;
  const parcel: ParcelIds = {
    parcelTypeId: started(car?.parcel_types ?? [], shown.parcelTypeId),
    optionId: started(car?.options ?? [], shown.optionId),
  };
  const failed = step === "pricing" && flow.estimate.isError;

  return (
    <ConfirmSheet
      opened={opened}
      onClose={() => {
        setPicked(null);
        close();
      }}
      title={t("booking.parcel_title")}
      confirmLabel={t(failed ? "app.retry" : "booking.parcel_done")}
      cancelLabel={t("booking.back")}
      working={step === "pricing" && !failed}
      error={failed ? flow.estimate.error : null}
      blockedReason={car ? undefined : t("app.loading")}
      onConfirm={() => {
        if (failed) void flow.estimate.refetch();
        choose(parcel);
      }}
    >
      {types.isError && !car ? (
        <ErrorState compact error={types.error} onRetry={() => void types.refetch()} />
      ) : null}
      {car || types.isError ? null : <LoadingState compact />}
      {car ? <ParcelLists car={car} value={parcel} onChange={setPicked} /> : null}
    </ConfirmSheet>
  );
}

interface ParcelListsProps {
  car: ListedCarType;
  value: ParcelIds;
  onChange: (parcel: ParcelIds) => void;
}

function ParcelLists({ car, value, onChange }: ParcelListsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.lists}>
      <ParcelList
        legend={t("booking.parcel_type")}
        choices={car.parcel_types}
        value={value.parcelTypeId}
        onChange={(parcelTypeId) => onChange({ ...value, parcelTypeId })}
      />
      <ParcelList
        legend={t("booking.parcel_option")}
        choices={car.options}
        value={value.optionId}
        onChange={(optionId) => onChange({ ...value, optionId })}
      />
    </div>
  );
}
