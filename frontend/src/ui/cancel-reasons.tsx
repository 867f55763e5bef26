import { Radio, Skeleton, Stack, Textarea } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { cancelReasonsQuery } from "@/api/catalogue";
import classes from "./cancel-reasons.module.css";
import { ErrorState } from "./states";

export type CancelReasonChoice = { reason_value: number } | { reason: string };

interface CancelReasonsProps {
  value: CancelReasonChoice | null;
  onChange: (choice: CancelReasonChoice | null) => void;
}

/** Selects a cancellation reason of the operator, or takes free text if there are none. */
export function CancelReasons({ value, onChange }: CancelReasonsProps) {
  const { t } = useTranslation();
  const reasons = useQuery(cancelReasonsQuery());

  if (reasons.isPending) {
    return (
      <Stack gap="sm" aria-busy="true">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} height="3rem" radius="md" />
        ))}
      </Stack>
    );
  }
  if (reasons.isError) {
    return <ErrorState compact error={reasons.error} onRetry={() => void reasons.refetch()} />;
  }
  if (reasons.data.length === 0) {
    return (
      <Textarea
        label={t("trip.cancel_why")}
        description={t("errors.no_cancel_reason")}
        autosize
        minRows={2}
        maxLength={250}
        value={value && "reason" in value ? value.reason : ""}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value.trim() ? { reason: currentTarget.value } : null)
        }
      />
    );
  }
  const chosen = value && "reason_value" in value ? String(value.reason_value) : null;
  return (
    <Radio.Group
      label={t("trip.cancel_why")}
      value={chosen}
      onChange={(picked) => onChange({ reason_value: Number(picked) })}
    >
      <div className={classes.reasons}>
        {reasons.data.map((reason) => (
          <Radio
            key={reason.value}
            className={classes.reason ?? ""}
            value={String(reason.value)}
            label={<bdi>{reason.label}</bdi>}
          />
        ))}
      </div>
    </Radio.Group>
  );
}
