import { CloseButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "./silence-note.module.css";
import type { Silence } from "./use-silence";

/** The gap in the driver's positions. */
export function SilenceNote({ silence, onClose }: { silence: Silence; onClose: () => void }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  return (
    <section className={classes.note} role="status" aria-label={t("driver.gap_title")}>
      <strong>{t("driver.gap_title")}</strong>
      <CloseButton aria-label={t("driver.gap_close")} onClick={onClose} />
      <p>{t("driver.gap_times", { from: time(silence.from), to: time(silence.to) })}</p>
    </section>
  );
}
