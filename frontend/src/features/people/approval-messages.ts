import type { TFunction } from "i18next";
import type { PersonRow } from "@/api/types";
import type { EditConfirmation } from "@/ui/data-table/types";
import { nameOf } from "./name-of";

type Named = Pick<PersonRow, "first_name" | "last_name" | "name" | "approved" | "user_type"> &
  PersonRow;

/** The confirmation before a user is approved or disapproved. */
export function approvalConfirmation(
  person: Named,
  approved: boolean,
  t: TFunction,
): EditConfirmation {
  const name = nameOf(person, t);
  if (approved) {
    return {
      title: t("people.approve_title", { name }),
      body: t("people.approve_body"),
      confirm: t("people.approve"),
      tone: "lamp",
    };
  }
  return {
    title: t("people.disapprove_title", { name }),
    body: t(
      person.user_type === "driver" ? "people.disapprove_driver_body" : "people.disapprove_body",
    ),
    confirm: t("people.disapprove"),
    tone: "danger",
  };
}

export const approvalDone = (person: Named, t: TFunction): string =>
  t(person.approved ? "people.approved_done" : "people.disapproved_done", {
    name: nameOf(person, t),
  });
