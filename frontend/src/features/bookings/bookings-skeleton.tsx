import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./bookings-table.module.css";

const ROWS = ["a", "b", "c", "d", "e", "f"];

/** Six rows in the shape of the rows to come. */
export function BookingsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      {ROWS.map((row) => (
        <div key={row} style={{ display: "flex", gap: "1.5rem", padding: "0.95rem 1rem" }}>
          <Skeleton height={20} width="12%" />
          <Skeleton height={20} width="18%" />
          <Skeleton height={20} style={{ flex: 1 }} />
          <Skeleton height={20} width="12%" />
        </div>
      ))}
    </div>
  );
}
