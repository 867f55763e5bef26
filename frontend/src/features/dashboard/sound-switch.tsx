import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { setMuted, useMuted } from "./alert-sound";

/** Switches the sound of new alerts on this device. */
export function SoundSwitch() {
  const { t } = useTranslation();
  const muted = useMuted();
  return (
    <Switch
      label={t("dashboard.alerts_sound")}
      checked={!muted}
      onChange={(event) => setMuted(!event.currentTarget.checked)}
    />
  );
}
