import { Button } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { bookingsKey } from "@/api/bookings";
import { publicSettingsQuery } from "@/api/catalogue";
import { useViewer } from "@/api/session";
import type { BookingRow } from "@/api/types";
import { useLiveBookings } from "@/realtime/live";
import { DataList } from "@/ui/data-table/data-list";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useAddress } from "@/ui/use-address";
import { useCategory } from "@/ui/use-category";
import classes from "./bookings-page.module.css";
import { columnsFor, WIDE } from "./columns";
import { useBookingFilters } from "./filters";
import { type ListAction, rowActions } from "./row-menu";
import { SumLine } from "./sum-line";

const RowActions = lazy(async () => ({ default: (await import("./row-actions")).RowActions }));

/** The list of bookings: the user's own trips, the fleet's, or all of them. */
export function BookingsPage() {
  const { t } = useTranslation();
  const { role } = useViewer();
  const navigate = useNavigate();
  const context = useCategory();
  const { change } = useAddress();
  const { data: settings } = useQuery(publicSettingsQuery());
  const isStaff = role === "admin" || role === "fleetadmin";
  const { tabs, filters } = useBookingFilters(role);
  const [action, setAction] = useState<{ row: BookingRow; action: ListAction } | null>(null);
  useLiveBookings(isStaff);

  return (
    <div className={classes.page}>
      <PageHeader
        title={t("bookings.title")}
        reading
        actions={
          role === "rider" ? null : (
            <Button
              component={Link}
              to="/bookings/calendar"
              variant="default"
              leftSection={<IconCalendar size={18} aria-hidden="true" />}
            >
              {t("calendar.link")}
            </Button>
          )
        }
      />
      <DataList<BookingRow>
        name="bookings"
        label={t("bookings.title")}
        path="bookings/"
        queryKey={bookingsKey}
        columns={columnsFor(
          {
            role,
            category: settings?.app_category ?? "taxi",
            otp: settings?.otp_secure ?? false,
          },
          t,
        )}
        tabs={tabs}
        filters={filters}
        filterPanel
        // The filters by person need the people of a wide row.
        requested={(shown): Record<string, string> =>
          isStaff || WIDE.some((id) => shown.has(id)) ? { fields: "all" } : {}
        }
        searchable
        searchTexts={{ label: t("bookings.search_label"), hint: t("bookings.search_hint") }}
        pageSize={25}
        rowName={(row) => row.reference}
        onOpen={(row) => void navigate(`/bookings/${row.id}`)}
        actions={(row) =>
          rowActions({
            row,
            role,
            t,
            onAction: (name) => setAction({ row, action: name }),
            onOnly: (who, id) => change({ [who]: String(id) }),
          })
        }
        empty={{
          title: t("errors.no_bookings"),
          body:
            role === "rider" ? t("bookings.empty_rider", { context }) : t("bookings.empty_others"),
          action:
            role === "rider" ? (
              <Button component={Link} to="/" variant="lamp">
                {t("bookings.book_one", { context })}
              </Button>
            ) : null,
        }}
        noMatch={{
          title: t("bookings.no_match_title"),
          body: t("bookings.no_match_body"),
          clear: t("bookings.clear"),
        }}
        exported={{
          kind: "bookings",
          lead: (filtered) => t(filtered ? "history.export_filtered" : "history.export_all"),
        }}
        withoutViews={!isStaff}
        below={({ rows, more }) => (isStaff ? <SumLine rows={rows} more={more} /> : null)}
      />
      <Suspense fallback={null}>
        {action ? <RowActions chosen={action} onClose={() => setAction(null)} /> : null}
      </Suspense>
    </div>
  );
}
