import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pushDevicesKey } from "@/api/devices";
import { disablePush, enablePush, pushAbility, pushDeviceHere } from "@/api/push";
import type { PushDevice } from "@/api/types";
import { toast } from "@/ui/toast";

/** Push notifications in this browser: their state, and how to enable or disable them. */
export function usePush(user: number, devices: PushDevice[] | undefined) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [ability, setAbility] = useState(pushAbility);
  const [subscribed, setSubscribed] = useState(() => pushDeviceHere(user) !== null);
  // Another device may have removed this one, without an event for this browser.
  const on = subscribed && (devices?.some(({ current }) => current) ?? true);
  const settle = async () => {
    setAbility(pushAbility());
    setSubscribed(pushDeviceHere(user) !== null);
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
    /** The browser's prompt was closed without a choice. */
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
