import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { useTripTime } from "@/ui/trip-time";
import type { EditDraft } from "./edit-draft";

interface EditTimeProps {
  draft: EditDraft;
  onChange: (change: Partial<EditDraft>) => void;
  error: string | undefined;
}

/** As soon as possible, or at a time by the platform's clock. */
export function EditTime({ draft, onChange, error }: EditTimeProps) {
  const { t } = useTranslation();
  const { earliest, suggested, city } = useTripTime();
  return (
    <Radio.Group
      label={t("bookings.edit_time")}
      value={draft.later ? "later" : "now"}
      onChange={(value) =>
        onChange(
          value === "later"
            ? { later: true, tripDate: draft.tripDate || suggested() }
            : { later: false },
        )
      }
    >
      <Stack gap="xs" mt="xs">
        <Radio value="now" label={t("bookings.edit_now")} />
        <Radio value="later" label={t("bookings.edit_later")} />
        {draft.later ? (
          <DateTimeField
            label={t("booking.when_date")}
            description={city ? t("booking.when_city", { city }) : undefined}
            min={earliest()}
            value={draft.tripDate}
            error={error ?? (draft.tripDate ? undefined : t("booking.date_needed"))}
            onChange={(wall) => onChange({ tripDate: wall })}
          />
        ) : null}
      </Stack>
    </Radio.Group>
  );
}
