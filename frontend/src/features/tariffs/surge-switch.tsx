import { Button } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { resumeSurge, stopSurge, surgeKey } from "@/api/surge";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

/** The emergency switch: all prices are the usual ones until it is turned off again. */
export function SurgeSwitch({ stopped }: { stopped: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [confirming, setConfirming] = useState(false);
  const name = stopped ? "resume" : "stop";
  const change = useMutation({
    mutationFn: stopped ? resumeSurge : stopSurge,
    onSuccess: () => {
      toast.success(t(`tariffs.surge_${name}_done`));
      setConfirming(false);
    },
    onSettled: () => client.invalidateQueries({ queryKey: surgeKey }),
  });
  return (
    <>
      <Button
        color={stopped ? undefined : "brick"}
        variant={stopped ? "default" : "filled"}
        leftSection={
          stopped ? (
            <IconPlayerPlay size={18} aria-hidden="true" />
          ) : (
            <IconPlayerStop size={18} aria-hidden="true" />
          )
        }
        aria-haspopup="dialog"
        onClick={() => {
          change.reset();
          setConfirming(true);
        }}
      >
        {t(`tariffs.surge_${name}`)}
      </Button>
      <ConfirmSheet
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t(`tariffs.surge_${name}_title`)}
        confirmLabel={t(`tariffs.surge_${name}`)}
        tone={stopped ? "lamp" : "danger"}
        onConfirm={() => change.mutate()}
        working={change.isPending}
        error={change.error}
      >
        <p>{t(`tariffs.surge_${name}_lead`)}</p>
      </ConfirmSheet>
    </>
  );
}
