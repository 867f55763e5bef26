import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import type { BookingRow, UserType } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import { StatusBadge } from "@/ui/status-badge";
import classes from "./bookings-table.module.css";

interface BookingsTableProps {
  rows: BookingRow[];
  role: UserType | null;
}

/** The short table; on a phone each row folds into a card. The reference is the link. */
export function BookingsTable({ rows, role }: BookingsTableProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormat();
  const navigate = useNavigate();
  const isRider = role === "rider";
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("bookings.reference")}</th>
            <th scope="col">{t("bookings.date")}</th>
            <th scope="col">{t("bookings.way")}</th>
            {isRider ? null : <th scope="col">{t("bookings.customer")}</th>}
            <th scope="col">{t("bookings.driver")}</th>
            <th scope="col">{t("bookings.status")}</th>
            <th scope="col" data-money>
              {t("bookings.cost")}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            // The link inside is the way for keyboards; the row is a larger target for a pointer.
            <tr key={row.id} onClick={() => navigate(`/bookings/${row.id}`)}>
              <td data-reference>
                <Link to={`/bookings/${row.id}`} onClick={(event) => event.stopPropagation()}>
                  <bdi dir="ltr" className="hx-tabular">
                    {row.reference}
                  </bdi>
                </Link>
              </td>
              <td data-date>
                {dateTime(row.trip_date)}
                <span className={classes.soft}>
                  {row.car_type.name}
                  {row.book_later ? ` · ${t("bookings.for_later")}` : null}
                </span>
              </td>
              <td data-way>
                <bdi>{row.pickup_add}</bdi>
                <bdi>{row.drop_add}</bdi>
              </td>
              {isRider ? null : (
                <td data-person>
                  <bdi>{row.customer_name}</bdi>
                </td>
              )}
              <td data-person>
                {row.driver_name ? <bdi>{row.driver_name}</bdi> : <span>{"\u2013"}</span>}
              </td>
              <td data-status>
                <StatusBadge status={row.status} size="sm" />
              </td>
              <td data-money>
                <Money amount={row.trip_cost} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
