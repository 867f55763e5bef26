import { useTranslation } from "react-i18next";
import type { EstimateOption } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./surge-notice.module.css";

/** Says before the confirmation that and why the price is above the usual one. */
export function SurgeNotice({ option }: { option: EstimateOption | null }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (!option?.surge_factor) return null;
  return (
    <p className={classes.notice}>
      {t("booking.surge", { factor: number(Number(option.surge_factor)) })}
    </p>
  );
}
