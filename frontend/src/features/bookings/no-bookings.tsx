import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { UserType } from "@/api/types";
import { EmptyState } from "@/ui/states";
import { useCategory } from "@/ui/use-category";

interface NoBookingsProps {
  filtered: boolean;
  role: UserType | null;
  onClear: () => void;
}

/** No bookings at all, or none that match: two different things, each with its way out. */
export function NoBookings({ filtered, role, onClear }: NoBookingsProps) {
  const { t } = useTranslation();
  const context = useCategory();
  if (filtered) {
    return (
      <EmptyState
        title={t("bookings.no_match_title")}
        body={t("bookings.no_match_body")}
        action={
          <Button variant="default" onClick={onClear}>
            {t("bookings.clear")}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={t("errors.no_bookings")}
      body={role === "rider" ? t("bookings.empty_rider", { context }) : t("bookings.empty_others")}
      action={
        role === "rider" ? (
          <Button component={Link} to="/" variant="lamp">
            {t("bookings.book_one", { context })}
          </Button>
        ) : null
      }
    />
  );
}
