import { Button } from "@mantine/core";
import {
  IconBell,
  IconBellOff,
  IconBellRinging,
  IconDeviceMobilePlus,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pushConfigQuery, pushDevicesQuery } from "@/api/devices";
import type { PushAbility } from "@/api/push";
import type { Me } from "@/api/types";
import { ErrorState, LoadingState } from "@/ui/states";
import { Failure } from "./failure";
import classes from "./push-card.module.css";
import { PushDevices } from "./push-devices";
import { PushSheet } from "./push-sheet";
import { Section } from "./section";
import { usePush } from "./use-push";

type Obstacle = "denied" | "unsupported" | "install";

const ICONS: Record<Obstacle, TablerIcon> = {
  denied: IconBellOff,
  unsupported: IconBellOff,
  install: IconDeviceMobilePlus,
};

const reasonUnavailable = (ability: PushAbility): Obstacle | null =>
  ability === "granted" || ability === "default" ? null : ability;

/** Push notifications on this device, and the user's other devices. */
export function PushCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const config = useQuery(pushConfigQuery());
  const devices = useQuery(pushDevicesQuery());
  const [explaining, setExplaining] = useState(false);
  const push = usePush(me.id, devices.data);
  const obstacle = reasonUnavailable(push.ability);
  const Icon = obstacle ? ICONS[obstacle] : push.on ? IconBellRinging : IconBell;

  return (
    <Section id="push" title={t("profile.push.title")} lead={t("profile.push.lead")}>
      <div className={classes.parts}>
        {config.isPending ? (
          <LoadingState compact />
        ) : config.isError ? (
          <ErrorState compact error={config.error} onRetry={() => void config.refetch()} />
        ) : config.data.vapid_public_key === null ? (
          <p className={classes.note}>{t("errors.push_not_configured")}</p>
        ) : (
          <div className={classes.here} data-on={push.on || undefined}>
            <Icon className={classes.icon} size={28} stroke={1.6} aria-hidden="true" />
            <div className={classes.text} role="status">
              <strong>
                {obstacle ? t(`profile.push.${obstacle}_title`) : t("profile.push.here")}
              </strong>
              <span>
                {obstacle
                  ? t(`profile.push.${obstacle}_body`)
                  : t(push.on ? "profile.push.on" : "profile.push.off")}
              </span>
            </div>
            {obstacle ? null : push.on ? (
              <Button variant="default" loading={push.working} onClick={push.disable}>
                {t("profile.push.disable")}
              </Button>
            ) : (
              <Button
                variant="filled"
                loading={push.working}
                aria-haspopup={push.ability === "granted" ? undefined : "dialog"}
                onClick={() => {
                  // With permission the browser shows no prompt, so the sheet is skipped.
                  if (push.ability === "granted") push.enable();
                  else setExplaining(true);
                }}
              >
                {t("profile.push.enable")}
              </Button>
            )}
          </div>
        )}
        {push.dismissed ? <p className={classes.note}>{t("profile.push.dismissed")}</p> : null}
        <Failure error={push.error} />
        <PushDevices devices={devices.data ?? []} />
      </div>
      <PushSheet
        opened={explaining}
        role={me.user_type}
        onClose={() => setExplaining(false)}
        onGo={() => {
          setExplaining(false);
          push.enable();
        }}
      />
    </Section>
  );
}
