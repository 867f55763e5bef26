import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { endBreak, meKey, startBreak } from "@/api/me";
import { errorText } from "@/i18n/error-text";

/** Begins the driver's break, or ends it. */
export function BreakButton({ onBreak }: { onBreak: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => (onBreak ? endBreak() : startBreak()),
    onSettled: () => client.invalidateQueries({ queryKey: meKey }),
  });
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => change.mutate()}>
        {t(onBreak ? "driver.end_break" : "driver.start_break")}
      </Button>
      {change.error ? <span role="alert">{errorText(change.error, t)}</span> : null}
    </>
  );
}
