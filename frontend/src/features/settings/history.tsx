import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { settingsHistoryQuery } from "@/api/settings";
import type { rest } from "@/i18n/en-rest";
import { useFormat } from "@/i18n/use-format";
import { ErrorState, LoadingState } from "@/ui/states";
import classes from "./settings.module.css";

type Named = keyof (typeof rest)["settings"]["field"];

/** The changes of the settings and their authors, latest first. */
export function History() {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const query = useQuery(settingsHistoryQuery());
  const nameOf = (name: string) => {
    const known = i18n.exists(`settings.field.${name}.label`);
    return known ? t(`settings.field.${name as Named}.label`) : name;
  };
  const formatValue = (value: unknown): string => {
    if (typeof value === "boolean") return t(value ? "settings.on" : "settings.off");
    if (Array.isArray(value))
      return value.length > 0 ? format.list(value.map(String)) : t("settings.empty");
    return value === null || value === "" || value === undefined
      ? t("settings.empty")
      : String(value);
  };
  return (
    <section className={classes.group} aria-labelledby="group-history">
      <h2 id="group-history" className={classes.title}>
        {t("settings.history")}
      </h2>
      {query.isPending ? <LoadingState compact /> : null}
      {query.isError ? (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data?.length === 0 ? (
        <p className={classes.soft}>{t("settings.history_none")}</p>
      ) : null}
      <ul className={classes.history}>
        {query.data?.map((entry) => (
          <li key={entry.id}>
            <span className={classes.soft}>
              <bdi>{entry.actor_name || t("settings.command_line")}</bdi>,{" "}
              {format.dateTime(entry.at)}
            </span>
            {Object.entries(entry.after as Record<string, unknown>).map(([name, after]) => (
              <div key={name}>
                {nameOf(name)}:{" "}
                <bdi>
                  {t("settings.history_to", {
                    before: formatValue((entry.before as Record<string, unknown>)[name]),
                    after: formatValue(after),
                  })}
                </bdi>
              </div>
            ))}
          </li>
        ))}
      </ul>
      <Link to="/audit?kind=settings">{t("settings.history_more")}</Link>
    </section>
  );
}
