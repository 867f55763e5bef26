import { useTranslation } from "react-i18next";
import classes from "./fare-kind.module.css";

/** Whether a price is fixed, or calculated at the end of the trip. */
export function FareKind({ fixed }: { fixed: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes.kind} title={t(fixed ? "fare.fixed_note" : "fare.estimated_note")}>
      {t(fixed ? "fare.fixed" : "fare.estimated")}
    </span>
  );
}
