import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pushDevicesKey } from "@/api/devices";
import { disablePush, enablePush, pushAbility, pushDeviceHere } from "@/api/push";
import type { PushDevice } from "@/api/types";
import { toast } from "@/ui/toast";

/** Whether this browser is pushed to, and the way in and out of it. */
export function usePush(user: number, devices: PushDevice[] | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [ability, setAbility] = useState(pushAbility);
  const [wished, setWished] = useState(() => pushDeviceHere(user) !== null);
  // It may have been removed from another device, without a message to this browser.
  const on = wished && (devices?.some(({ current }) => current) ?? true);
  const settle = async () => {
    setAbility(pushAbility());
    setWished(pushDeviceHere(user) !== null);
    await client.invalidateQueries({ queryKey: pushDevicesKey });
  };
  const enabling = useMutation({
    mutationFn: () => enablePush(user),
    onSuccess: (answer) => {
      if (answer === "granted") toast.success(t("profile.push.turned_on"));
    },
    onSettled: settle,
  });
  const disabling = useMutation({
    mutationFn: () => disablePush(user),
    onSuccess: () => toast.success(t("profile.push.turned_off")),
    onSettled: settle,
  });
  return {
    ability,
    on,
    /** The browser's question was closed without an answer. */
    dismissed: enabling.data === "default" && ability === "default",
    enable: () => {
      disabling.reset();
      enabling.mutate();
    },
    disable: () => {
      enabling.reset();
      disabling.mutate();
    },
    working: enabling.isPending || disabling.isPending,
    error: enabling.error ?? disabling.error,
  };
}
