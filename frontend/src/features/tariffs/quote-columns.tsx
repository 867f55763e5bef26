import type { TFunction } from "i18next";
import type { QuoteRow } from "@/api/quotes";
import type { useFormat } from "@/i18n/use-format";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { BookingLink } from "@/ui/record-link";
import classes from "./quotes.module.css";

export function quoteColumns(
  t: TFunction,
  { dateTime, distance }: ReturnType<typeof useFormat>,
): Column<QuoteRow>[] {
  const place = (name: string) => <bdi>{name || t("tariffs.quotes_unnamed")}</bdi>;
  return [
    {
      id: "at",
      label: t("tariffs.quotes_at"),
      sort: "at",
      place: "title",
      cell: (row) => dateTime(row.at),
    },
    {
      id: "requester",
      label: t("tariffs.quotes_requester"),
      cell: (row) => t(`tariffs.quotes_${row.requester}`),
    },
    {
      id: "pickup",
      label: t("tariffs.quotes_pickup"),
      exported: ["pickup", "pickup_lat", "pickup_lng"],
      cell: (row) => place(row.pickup_name),
    },
    {
      id: "drop",
      label: t("tariffs.quotes_drop"),
      exported: ["drop", "drop_lat", "drop_lng", "stops"],
      cell: (row) => place(row.drop_name),
    },
    {
      id: "distance",
      label: t("tariffs.quotes_distance"),
      amount: true,
      exported: ["distance_km", "duration_seconds"],
      cell: (row) => distance(row.distance_km),
    },
    {
      id: "prices",
      label: t("tariffs.quotes_prices"),
      exported: ["currency", "prices", "surge"],
      cell: (row) => (
        <ul className={classes.prices}>
          {row.options.map(({ car_type, name, price }) => (
            <li key={car_type}>
              <bdi>{name}</bdi> <Money amount={price} />
            </li>
          ))}
        </ul>
      ),
    },
    {
      id: "for_later",
      label: t("tariffs.quotes_later"),
      hidden: true,
      cell: (row) => t(row.for_later ? "tariffs.quotes_yes" : "tariffs.quotes_no"),
    },
    {
      id: "booking",
      label: t("tariffs.quotes_booking"),
      place: "aside",
      cell: (row) =>
        row.booking ? (
          <BookingLink id={row.booking.id}>
            <bdi>{row.booking.reference}</bdi>
          </BookingLink>
        ) : (
          t("tariffs.quotes_not_taken")
        ),
    },
  ];
}
