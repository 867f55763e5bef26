import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { fleetAdminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { ListFilter } from "@/ui/data-table/types";
import type { Kind } from "./kinds";

/** The filters of a list of users. */
export function usePeopleFilters({ role }: Kind): ListFilter[] {
  const { t } = useTranslation();
  const drivers = role === "driver";
  const isAdmin = useViewer().role === "admin";
  const carTypes = useQuery({ ...carTypesQuery(), enabled: drivers });
  const may = useMay();
  const fleets = useQuery({ ...fleetAdminsQuery(), enabled: drivers && isAdmin && may("people") });

  const choice = (name: string, label: string, options: [string, string][]): ListFilter => ({
    name,
    label,
    kind: "select",
    options: options.map(([value, label]) => ({ value, label })),
  });
  const approved = choice("approved", t("people.filter_approved"), [
    ["true", t("people.approved_yes")],
    ["false", t("people.approved_no")],
  ]);
  if (role === "admin") return [approved];
  const days: ListFilter[] = [
    { name: "from", label: t("people.filter_from"), kind: "date" },
    { name: "to", label: t("people.filter_to"), kind: "date" },
  ];
  if (!drivers) return [approved, ...days];
  const active = choice("active", t("people.filter_active"), [
    ["true", t("people.active_yes")],
    ["false", t("people.active_no")],
  ]);
  const carType = choice(
    "car_type",
    t("people.filter_car_type"),
    (carTypes.data ?? []).map(({ id, name }) => [String(id), name]),
  );
  const fleet = choice(
    "fleet_admin",
    t("people.filter_fleet_admin"),
    (fleets.data ?? []).map(({ id, name }) => [String(id), name]),
  );
  const documents = choice("documents", t("people.filter_documents"), [
    ["expired", t("people.documents_expired")],
    ["expiring", t("people.documents_expiring")],
  ]);
  return [approved, active, carType, ...(isAdmin ? [fleet] : []), documents, ...days];
}
