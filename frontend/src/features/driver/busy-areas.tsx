import { Button, Skeleton } from "@mantine/core";
import { IconFlame } from "@tabler/icons-react";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./busy-areas.module.css";
import { NavigateButton } from "./navigate-button";
import { type BusyArea, type BusyAreas, LEVELS, strengthOf } from "./use-busy-areas";

/** The button of the busy areas on the map, with their legend and the busiest ones as a list. */
export function BusyAreasCard({ areas }: { areas: BusyAreas }) {
  const { t } = useTranslation();
  if (!areas.offered) return null;
  return (
    // The panel announces its changes; a list that changes every minute would interrupt.
    <section className={classes.card} aria-label={t("driver.busy_title")} aria-live="off">
      <Button
        className={classes.toggle ?? ""}
        variant={areas.on ? "filled" : "default"}
        leftSection={<IconFlame size={18} aria-hidden="true" />}
        aria-pressed={areas.on}
        onClick={() => areas.toggle(!areas.on)}
      >
        {t("driver.busy_title")}
      </Button>
      {areas.on ? <Content areas={areas} /> : null}
    </section>
  );
}

function Content({ areas: { query, busiest, shown, show } }: { areas: BusyAreas }) {
  const { t } = useTranslation();
  if (query.error && !query.data) {
    return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton height={96} />;
  return (
    <>
      {busiest.length > 0 ? (
        <>
          <Legend />
          <ol className={classes.list} aria-label={t("driver.busy_busiest")}>
            {busiest.map((area) => (
              <Row
                key={area.cell.id}
                area={area}
                shown={area.cell.id === shown}
                onShow={() => show(area.cell.id === shown ? null : area.cell.id)}
              />
            ))}
          </ol>
        </>
      ) : (
        <p>{t("driver.busy_none")}</p>
      )}
      <p className={classes.soft}>{t("driver.busy_note")}</p>
    </>
  );
}

/** The levels with their numbers on the map. */
function Legend() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <div className={classes.legend}>
      <span>{t("driver.busy_fewer")}</span>
      <span className={classes.levels} aria-hidden="true">
        {LEVELS.map((level) => (
          <i key={level} style={{ "--strength": `${strengthOf(level) * 100}%` } as CSSProperties}>
            {number(level)}
          </i>
        ))}
      </span>
      <span>{t("driver.busy_more")}</span>
    </div>
  );
}

interface RowProps {
  area: BusyArea;
  shown: boolean;
  onShow: () => void;
}

function Row({ area: { cell, distance: km }, shown, onShow }: RowProps) {
  const { t } = useTranslation();
  const { number, distance } = useFormat();
  const name = cell.name || t("driver.busy_unnamed");
  const level = t("driver.busy_level", { level: number(cell.level) });
  return (
    <li className={classes.row}>
      <button type="button" className={classes.place} aria-pressed={shown} onClick={onShow}>
        <bdi>{name}</bdi>
        <small>
          {level}
          {km === null ? null : ` · ${distance(km)}`}
          <span className="hx-visually-hidden"> · {t("driver.busy_show")}</span>
        </small>
      </button>
      <NavigateButton to={cell} label={t("driver.busy_navigate", { name })} />
    </li>
  );
}
