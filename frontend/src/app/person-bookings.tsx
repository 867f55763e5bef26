import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { bookingsKey } from "@/api/bookings";
import type { BookingRow, Person } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { Column } from "@/ui/data-table/types";
import { Money } from "@/ui/money";
import { BookingLink, PersonLink } from "@/ui/record-link";
import { StatusBadge } from "@/ui/status-badge";

/** The bookings of a rider or driver. */
export function PersonBookings({ person }: { person: Person }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dateTime } = useFormat();
  const drives = person.user_type === "driver";
  const columns: Column<BookingRow>[] = [
    {
      id: "reference",
      label: t("people.booking"),
      place: "title",
      cell: (row) => (
        <BookingLink id={row.id}>
          <bdi>{row.reference}</bdi>
        </BookingLink>
      ),
    },
    {
      id: "trip_date",
      label: t("people.date"),
      sort: "trip_date",
      cell: (row) => dateTime(row.trip_date),
    },
    {
      id: "status",
      label: t("people.status"),
      place: "aside",
      cell: (row) => <StatusBadge status={row.status} offeredTo={row.offered_to} />,
    },
    {
      id: "other",
      label: t(drives ? "people.rider" : "people.driver"),
      cell: (row) => (
        <PersonLink
          id={drives ? row.customer_id : row.driver_id}
          kind={drives ? "rider" : "driver"}
        >
          {drives ? row.customer_name : row.driver_name}
        </PersonLink>
      ),
    },
    {
      id: "trip_cost",
      label: t("people.cost"),
      sort: "trip_cost",
      amount: true,
      cell: (row) => <Money amount={row.charged_amount} />,
    },
  ];
  const fixed = { [drives ? "driver" : "rider"]: String(person.id) };
  return (
    <DataList<BookingRow>
      name="person-bookings"
      label={t("people.tab_bookings")}
      path="bookings/"
      queryKey={[...bookingsKey, "of", person.id]}
      fixed={fixed}
      // Only a row with all fields has the other user's id.
      requested={() => ({ fields: "all" })}
      columns={columns}
      searchable
      rowName={(row) => row.reference}
      onOpen={(row) => void navigate(`/bookings/${row.id}`)}
      empty={{ title: t("people.no_bookings") }}
      exported={{ kind: "bookings", lead: t("people.bookings_lead") }}
    />
  );
}
