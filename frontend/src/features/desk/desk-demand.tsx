import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DemandArea, DeskDemand } from "@/api/demand";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { useFormat } from "@/i18n/use-format";
import { ErrorState } from "@/ui/states";
import classes from "./demand.module.css";

interface DeskDemandTableProps {
  demand: DeskDemand | undefined;
  error: unknown;
  onRetry: () => void;
  /** The id of the area on the map. */
  shown: string | null;
  onShow: (id: string | null) => void;
}

/** Requests and cars by area, as numbers; the map shades the same areas. */
export function DeskDemandTable({ demand, error, onRetry, shown, onShow }: DeskDemandTableProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const may = useMay();
  const { role } = useViewer();
  return (
    <section className={classes.demand} aria-labelledby="desk-demand">
      <h2 id="desk-demand">{t("desk.demand")}</h2>
      {error && !demand ? <ErrorState compact error={error} onRetry={onRetry} /> : null}
      {demand || error ? null : <Skeleton height={120} />}
      {demand ? (
        <>
          <p>
            {demand.weeks >= 2
              ? t("desk.demand_weeks", { weeks: number(demand.weeks) })
              : t("desk.demand_no_weeks")}
          </p>
          {role === "fleetadmin" ? <p>{t("desk.demand_own")}</p> : null}
          {demand.areas.length > 1 ? (
            <Rows areas={demand.areas} shown={shown} onShow={onShow} />
          ) : (
            <p role="status">{t("desk.demand_none")}</p>
          )}
          {may("tariffs") ? (
            <p>
              <Link to="/tariffs/quotes">{t("desk.demand_quotes")}</Link>
            </p>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

interface RowsProps {
  areas: readonly DemandArea[];
  shown: string | null;
  onShow: (id: string | null) => void;
}

function Rows({ areas, shown, onShow }: RowsProps) {
  const { t } = useTranslation();
  // The cars of one fleet are not compared with the requests of all.
  const compares = areas.some(({ difference }) => difference !== null);
  return (
    <div className={classes.box}>
      <table aria-labelledby="desk-demand">
        <thead>
          <tr>
            <th scope="col">{t("desk.demand_area")}</th>
            <th scope="col">{t("desk.demand_waiting")}</th>
            <th scope="col">{t("desk.demand_free")}</th>
            <th scope="col">{t("desk.demand_expected")}</th>
            {compares ? <th scope="col">{t("desk.demand_difference")}</th> : null}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <Row
              key={area.id}
              area={area}
              shown={area.id === shown}
              onShow={() => onShow(area.id === shown ? null : area.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ area, shown, onShow }: { area: DemandArea; shown: boolean; onShow: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const name = area.kind === "all" ? t("desk.demand_all") : area.name || t("desk.demand_area");
  const short = area.difference !== null && area.difference < 0;
  return (
    <tr data-short={short || undefined}>
      <th scope="row">
        {area.rings.length > 0 ? (
          <button type="button" aria-pressed={shown} title={t("desk.demand_show")} onClick={onShow}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          name
        )}
      </th>
      <td>{number(area.waiting)}</td>
      <td>{number(area.free)}</td>
      <td>{area.expected === null ? "–" : number(area.expected)}</td>
      {area.difference === null ? null : (
        <td>
          {number(area.difference)}
          {short ? (
            <>
              <span aria-hidden="true"> ▾</span>
              <span className="hx-visually-hidden"> {t("desk.demand_short")}</span>
            </>
          ) : null}
        </td>
      )}
    </tr>
  );
}
