import { Button } from "@mantine/core";
import { IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pushDevicesKey, removePushDevice } from "@/api/devices";
import type { PushDevice } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { toast } from "@/ui/toast";
import list from "./device-list.module.css";
import { Failure } from "./failure";
import classes from "./push-card.module.css";

function PushDeviceRow({ device }: { device: PushDevice }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const client = useQueryClient();
  const removing = useMutation({
    mutationFn: () => removePushDevice(device.id),
    onSuccess: async () => {
      toast.success(t("profile.push.removed"));
      await client.invalidateQueries({ queryKey: pushDevicesKey });
    },
  });
  const name = t(`profile.push.platform_${device.platform}`);
  const Icon = device.platform === "WEB" ? IconDeviceLaptop : IconDeviceMobile;
  return (
    <li className={list.row}>
      <Icon className={list.icon} size={24} stroke={1.5} aria-hidden="true" />
      <div className={list.text}>
        <span className={list.name}>{name}</span>
        <span className={list.second}>
          {t("profile.push.added", { date: date(device.created_at) })}
        </span>
        <Failure error={removing.error} />
      </div>
      <Button
        variant="default"
        loading={removing.isPending}
        aria-label={t("profile.push.remove_of", { device: name })}
        onClick={() => removing.mutate()}
      >
        {t("profile.push.remove")}
      </Button>
    </li>
  );
}

/** The other devices with push notifications. This one has its switch above. */
export function PushDevices({ devices }: { devices: PushDevice[] }) {
  const { t } = useTranslation();
  const others = devices.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <>
      <h3 className={classes.title}>{t("profile.push.devices")}</h3>
      <ul className={list.list}>
        {others.map((device) => (
          <PushDeviceRow key={device.id} device={device} />
        ))}
      </ul>
    </>
  );
}
