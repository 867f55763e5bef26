import { useTranslation } from "react-i18next";
import type { AuditEntry } from "@/api/audit";
import { useFormat } from "@/i18n/use-format";
import classes from "./audit.module.css";

type Figures = AuditEntry["figures"];

const DIGITS = /^-?\d+(\.\d+)?$/;

/** Formats numbers at any depth of a value in the platform's format. */
function useFigures(figures: Figures) {
  const { exact } = useFormat();
  const formatted = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => formatted(name, each));
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [key, formatted(key, each)]),
      );
    }
    const figure = figures[name];
    if (!figure || typeof value === "boolean" || !DIGITS.test(String(value))) return value;
    return exact[figure](String(value));
  };
  return formatted;
}

interface ValueProps {
  name: string;
  value: unknown;
  figures: Figures;
}

/** One value of a changed field, in readable form. */
export function Value({ name, value, figures }: ValueProps) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const formatted = useFigures(figures);
  if (value === undefined || value === null || value === "") {
    return <span className={classes.nothing}>{t("audit.nothing")}</span>;
  }
  if (typeof value === "boolean") return <>{t(value ? "audit.yes" : "audit.no")}</>;
  const shown = formatted(name, value);
  if (Array.isArray(shown) && shown.every((each) => typeof each !== "object")) {
    return shown.length > 0 ? (
      <bdi>{list(shown.map(String))}</bdi>
    ) : (
      <span className={classes.nothing}>{t("audit.nothing")}</span>
    );
  }
  if (typeof shown === "object") {
    return (
      <pre className={classes.structure} dir="ltr">
        {JSON.stringify(shown, null, 2)}
      </pre>
    );
  }
  return <bdi>{String(shown)}</bdi>;
}
