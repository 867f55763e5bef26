import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, outcomeUnknown } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { addPerson, editPerson, type PersonFields, peopleKey } from "@/api/people";
import { mayUse } from "@/api/permissions";
import { newIdempotencyKey } from "@/api/request";
import { useViewer } from "@/api/session";
import type { PersonRow } from "@/api/types";
import { errorText } from "@/i18n/error-text";
import { useForm } from "@/ui/form/use-form";
import { useHomeCountry } from "@/ui/phone-input";
import { toast } from "@/ui/toast";
import { approvalDone } from "./approval-messages";
import { hasBank, type Kind } from "./kinds";
import { nameOf } from "./name-of";

const TEXTS = ["first_name", "last_name"] as const;
const CONTACTS = ["email", "mobile", "password"] as const;
const BANK = ["bank_name", "bank_code", "bank_account"] as const;
const CAR = ["vehicle_make", "vehicle_model", "vehicle_number", "other_info"] as const;
const CHOICES = ["car_type", "fleet_admin"] as const;
/** The value of admins without a role. */
export const OWNER = "owner";

type Name =
  | (typeof TEXTS)[number]
  | (typeof CONTACTS)[number]
  | (typeof BANK)[number]
  | (typeof CAR)[number]
  | (typeof CHOICES)[number]
  | "license_image"
  | "staff_role";

/** The form's values: texts as typed, choices by their ids. */
type Entry = Record<Name, string> & { approved: boolean };

function entryOf(person: PersonRow | null): Entry {
  const driver = person?.driver;
  return {
    first_name: person?.first_name ?? "",
    last_name: person?.last_name ?? "",
    email: "",
    mobile: "",
    password: "",
    approved: person?.approved ?? true,
    bank_name: person?.bank_name ?? "",
    bank_code: person?.bank_code ?? "",
    bank_account: person?.bank_account ?? "",
    vehicle_make: driver?.vehicle_make ?? "",
    vehicle_model: driver?.vehicle_model ?? "",
    vehicle_number: driver?.vehicle_number ?? "",
    other_info: driver?.other_info ?? "",
    car_type: String(driver?.car_type?.id ?? ""),
    license_image: "",
    fleet_admin: String(driver?.fleet_admin?.id ?? ""),
    // A new admin gets a role that has to be chosen, never all permissions by accident.
    staff_role: person?.staff_role ? String(person.staff_role.id) : person ? OWNER : "",
  };
}

/** The form that creates or edits a user: an edit sends only the changed fields. */
export function usePersonForm(kind: Kind, person: PersonRow | null, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { role, me } = useViewer();
  const isAdmin = role === "admin";
  const home = useHomeCountry();
  const key = useRef(newIdempotencyKey());

  const fieldsOf = (entry: Entry): PersonFields => {
    const before = entryOf(person);
    const names: readonly Name[] = [
      ...TEXTS,
      ...(person ? [] : CONTACTS),
      ...(hasBank(kind.role) && mayUse(me, "money", "change") ? BANK : []),
      ...(kind.role === "driver" ? CAR : []),
    ];
    const changed = names.filter((name) => !person || entry[name] !== before[name]);
    const sent: PersonFields = Object.fromEntries(changed.map((name) => [name, entry[name]]));
    if (kind.role === "driver") {
      for (const name of CHOICES) {
        if (name === "fleet_admin" && !isAdmin) continue;
        if (entry[name] !== before[name]) sent[name] = entry[name] ? Number(entry[name]) : null;
      }
    }
    if (kind.role === "admin" && entry.staff_role && entry.staff_role !== before.staff_role) {
      sent.staff_role = entry.staff_role === OWNER ? null : Number(entry.staff_role);
    }
    if (!person && entry.license_image) sent.license_image = entry.license_image;
    if (!person || entry.approved !== before.approved) sent.approved = entry.approved;
    return sent;
  };

  const undo = useMutation({
    mutationFn: (approved: boolean) => editPerson(person?.id ?? 0, { approved }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKey }),
    onError: (error) => toast.failure(errorText(error, t)),
  });
  return useForm({
    values: entryOf(person),
    send: async (entry) => {
      if (person) return editPerson(person.id, fieldsOf(entry));
      if (kind.role === "admin" && !entry.staff_role) {
        // Without a role the admin would be an owner, which has to be chosen.
        const detail = t("staff.reassign_choose");
        throw new ApiError(400, "invalid", detail, { staff_role: detail });
      }
      // An invalid number is sent as typed, so that the server reports it with the other errors.
      const mobile = (await readMobile(entry.mobile, home)) ?? entry.mobile;
      return addPerson(kind.path, fieldsOf({ ...entry, mobile }), key.current);
    },
    onDone: (saved) => {
      void client.invalidateQueries({ queryKey: peopleKey });
      if (person && saved.approved !== person.approved) {
        toast.undoable(approvalDone(saved, t), t("list.undo"), () => undo.mutate(person.approved));
      } else toast.success(t(person ? "people.saved" : "people.added", { name: nameOf(saved, t) }));
      onDone();
    },
    // A rejected request gets a new key. A request with an unknown outcome reuses it.
    onRefused: (error) => {
      if (!outcomeUnknown(error)) key.current = newIdempotencyKey();
    },
  });
}
