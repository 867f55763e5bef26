import { IconListDetails, IconUser, type TablerIcon } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bookingSearchQuery } from "@/api/bookings";
import { type PeoplePath, peopleSearchQuery } from "@/api/people";
import { mayUse } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { UserType } from "@/api/types";
import type { OpenRequest } from "@/ui/use-open-request";
import { adminMenuEntries } from "./admin-menu";
import { useActions } from "./use-actions";

/** Shorter terms match too many names. */
const SHORTEST = 2;
const MOST = 5;

/** The lists that each role may search. */
const LISTS: Partial<Record<UserType, readonly PeoplePath[]>> = {
  admin: ["riders", "drivers", "fleet-admins", "admins"],
  fleetadmin: ["drivers"],
};

interface Shown {
  id: string;
  label: string;
  detail: string;
  icon: TablerIcon;
}

/** A page to open, or an action to run. */
export type Destination = Shown & ({ to: string; state?: OpenRequest } | { run: () => void });

interface DestinationGroup {
  id: "pages" | "actions" | "people" | "bookings";
  label: string;
  found: Destination[];
}

/** Returns the results: pages at once, people and bookings from the server. */
export function useDestinations(role: UserType, typed: string, search: string) {
  const { t, i18n } = useTranslation();
  const fold = (text: string) => text.toLocaleLowerCase(i18n.language).trim();
  const terms = fold(typed).split(/\s+/);
  const searches = search.length >= SHORTEST;
  const { me } = useViewer();
  const lists = (LISTS[role] ?? []).filter((path) =>
    mayUse(me, path === "admins" ? "staff" : "people"),
  );
  const seesBookings = mayUse(me, "bookings");
  const people = useQueries({
    queries: lists.map((path) => ({ ...peopleSearchQuery(path, search, MOST), enabled: searches })),
  });
  const bookings = useQuery({
    ...bookingSearchQuery(search, MOST),
    enabled: searches && seesBookings,
  });
  const actions = useActions(role);
  const current = searches && typed.trim() === search;

  const groups: DestinationGroup[] = [
    {
      id: "pages",
      label: t("palette.pages"),
      found: adminMenuEntries(role, me)
        .map(({ to, group, label, icon }) => ({
          id: to,
          to,
          label: t(label),
          detail: t(group),
          icon,
        }))
        .filter(({ label }) => terms.every((term) => fold(label).includes(term))),
    },
    {
      id: "actions",
      label: t("palette.actions"),
      found: actions.filter(({ label }) => terms.every((term) => fold(label).includes(term))),
    },
    {
      id: "people",
      label: t("palette.people"),
      found: (current ? people : []).flatMap(({ data }) =>
        (data ?? []).map(({ id, name, user_type }) => ({
          id: `person-${id}`,
          to: `/people/${id}`,
          label: name || t("people.nameless"),
          detail: t(`role.${user_type}`),
          icon: IconUser,
        })),
      ),
    },
    {
      id: "bookings",
      label: t("palette.bookings"),
      found: (current ? (bookings.data ?? []) : []).map((row) => ({
        id: `booking-${row.id}`,
        to: `/bookings/${row.id}`,
        label: `${row.reference} · ${row.customer_name}`,
        detail: t(`status.${row.status}`),
        icon: IconListDetails,
      })),
    },
  ];
  return {
    groups: groups.filter(({ found }) => found.length > 0),
    failed: searches && (bookings.isError || people.some(({ isError }) => isError)),
    searching:
      typed.trim().length >= SHORTEST &&
      (!current || bookings.isFetching || people.some(({ isFetching }) => isFetching)),
  };
}
