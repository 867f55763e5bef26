import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { personKey, ratingsPath } from "@/api/people";
import type { Person, PersonRating } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { Column } from "@/ui/data-table/types";
import { BookingLink, PersonLink } from "@/ui/record-link";
import { nameOf } from "./name-of";

/** The ratings that a rider gave, or a driver received. */
export function Ratings({ person }: { person: Person }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { dateTime } = useFormat();
  const drives = person.user_type === "driver";
  const columns: Column<PersonRating>[] = [
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
    { id: "trip_date", label: t("people.date"), cell: (row) => dateTime(row.trip_date) },
    {
      id: "rating",
      label: t("people.col_rating"),
      place: "aside",
      cell: (row) => t("people.rating_stars", { count: row.rating }),
    },
    {
      id: "other",
      label: t(drives ? "people.rider" : "people.driver"),
      cell: (row) => {
        const other = drives ? row.rider : row.driver;
        return other ? (
          <PersonLink id={other.id} kind={drives ? "rider" : "driver"}>
            {nameOf(other, t)}
          </PersonLink>
        ) : (
          ""
        );
      },
    },
    { id: "feedback", label: t("people.feedback"), place: "under", cell: (row) => row.feedback },
  ];
  return (
    <DataList<PersonRating>
      name="person-ratings"
      label={t("people.tab_ratings")}
      path={ratingsPath(person.id)}
      queryKey={[...personKey(person.id), "ratings"]}
      columns={columns}
      rowName={(row) => row.reference}
      onOpen={(row) => void navigate(`/bookings/${row.id}`)}
      empty={{ title: t("people.no_ratings") }}
    />
  );
}
