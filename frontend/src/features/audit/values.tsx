import { useTranslation } from "react-i18next";
import classes from "./audit.module.css";

/** One value of a changed field, as a person reads it. */
export function Value({ value }: { value: unknown }) {
  const { t } = useTranslation();
  if (value === undefined || value === null || value === "") {
    return <span className={classes.nothing}>{t("audit.nothing")}</span>;
  }
  if (typeof value === "boolean") return <>{t(value ? "audit.yes" : "audit.no")}</>;
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) {
    return value.length > 0 ? (
      <bdi>{value.join(", ")}</bdi>
    ) : (
      <span className={classes.nothing}>{t("audit.nothing")}</span>
    );
  }
  if (typeof value === "object") {
    return (
      <pre className={classes.structure} dir="ltr">
        {JSON.stringify(value, null, 2)}
      </pre>
    );
  }
  return <bdi>{String(value)}</bdi>;
}
