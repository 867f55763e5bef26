import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./trip-page.module.css";

export function TripSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.content} role="status">
      <span className="hx-visually-hidden">{t("trip.loading")}</span>
      <Skeleton height="1.8rem" width="75%" />
      <Skeleton height="1rem" width="50%" />
      <Skeleton height="3.2rem" />
      <Skeleton height="9rem" radius="lg" />
      <Skeleton height="1rem" width="40%" />
      <Skeleton height="5rem" />
    </div>
  );
}
