import { Checkbox, NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useIsMutating, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { carTypesQuery } from "@/api/catalogue";
import { fleetAdminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { PersonRow } from "@/api/types";
import { EditConfirm } from "@/ui/data-table/edit-confirm";
import { PhoneInput } from "@/ui/phone-input";
import { SideForm } from "@/ui/side-panel";
import { approvalConfirmation } from "./approval-messages";
import { hasBank, type Kind } from "./kinds";
import { LicenceInput, licenceUploadKey } from "./licence-input";
import { nameOf } from "./name-of";
import classes from "./people.module.css";
import { StaffRoleField } from "./staff-role-field";
import { usePersonForm } from "./use-person-form";

interface PersonFormProps {
  kind: Kind;
  /** The user to edit, or null for a new user. */
  person: PersonRow | null;
  mayApprove: boolean;
  onClose: () => void;
}

const BANK = ["bank_name", "bank_code", "bank_account"] as const;
const CAR = ["vehicle_make", "vehicle_model", "vehicle_number", "other_info"] as const;

/** Creates or edits a user. Each field shows its error in the specification's text. */
export function PersonForm({ kind, person, mayApprove, onClose }: PersonFormProps) {
  const { t } = useTranslation();
  const { role, me } = useViewer();
  const may = useMay();
  const isAdmin = role === "admin";
  const drives = kind.role === "driver";
  const carTypes = useQuery({ ...carTypesQuery(), enabled: drives });
  const fleets = useQuery({ ...fleetAdminsQuery(), enabled: drives && isAdmin && may("people") });
  const form = usePersonForm(kind, person, onClose);

  const [confirming, setConfirming] = useState(false);
  const { approved } = form.values;
  const approvalChanges = person !== null && approved !== person.approved;

  const uploading = useIsMutating({ mutationKey: licenceUploadKey }) > 0;

  const field = (name: Exclude<keyof typeof form.values, "approved">) => ({
    ...form.field(name),
    label: name === "staff_role" ? t("staff.role") : t(`people.col_${name}`),
  });

  return (
    <>
      <SideForm
        title={person ? t("people.edit_title", { name: nameOf(person, t) }) : t(kind.add)}
        onClose={onClose}
        width={440}
        form={form}
        onSubmit={() => (approvalChanges ? setConfirming(true) : form.submit())}
        saveLabel={t(person ? "people.save" : "people.add")}
        waiting={uploading}
      >
        <fieldset className={classes.group}>
          <legend>{t("people.group_person")}</legend>
          <TextInput {...field("first_name")} required data-autofocus autoComplete="off" />
          <TextInput {...field("last_name")} required autoComplete="off" />
          {person ? (
            <p className={classes.note}>{t("people.only_when_adding")}</p>
          ) : (
            <>
              <TextInput
                {...field("email")}
                type="email"
                required={!hasBank(kind.role)}
                description={hasBank(kind.role) ? t("people.email_hint") : undefined}
                autoComplete="off"
                dir="ltr"
              />
              <PhoneInput {...field("mobile")} required={hasBank(kind.role)} />
              <PasswordInput
                {...field("password")}
                description={t("people.password_hint")}
                autoComplete="new-password"
              />
            </>
          )}
          {mayApprove ? (
            <Checkbox
              label={t("people.col_approved")}
              description={t("people.approval_hint")}
              {...form.field("approved", { type: "checkbox" })}
            />
          ) : (
            <p className={classes.note}>{t("people.approval_by_admin")}</p>
          )}
        </fieldset>
        {drives ? (
          <fieldset className={classes.group}>
            <legend>{t("people.group_car")}</legend>
            <NativeSelect
              {...field("car_type")}
              data={[
                { value: "", label: t("people.no_car_type") },
                ...(carTypes.data ?? []).map(({ id, name }) => ({
                  value: String(id),
                  label: name,
                })),
              ]}
            />
            {CAR.map((name) => (
              <TextInput key={name} {...field(name)} autoComplete="off" />
            ))}
            {person ? null : (
              <LicenceInput
                error={form.errorOf("license_image")}
                onChange={(token) => form.setFieldValue("license_image", token)}
              />
            )}
            {isAdmin ? (
              <NativeSelect
                {...field("fleet_admin")}
                data={[
                  { value: "", label: t("people.no_fleet_admin") },
                  ...(fleets.data ?? []).map((one) => ({
                    value: String(one.id),
                    label: nameOf(one, t),
                  })),
                ]}
              />
            ) : null}
          </fieldset>
        ) : null}
        {kind.role === "admin" ? (
          <StaffRoleField
            {...field("staff_role")}
            own={person !== null && person.id === me?.id}
            current={person?.staff_role ?? null}
            isNew={person === null}
          />
        ) : null}
        {hasBank(kind.role) && may("money", "change") ? (
          <fieldset className={classes.group}>
            <legend>{t("people.group_bank")}</legend>
            {BANK.map((name) => (
              <TextInput key={name} {...field(name)} autoComplete="off" />
            ))}
          </fieldset>
        ) : null}
      </SideForm>
      {confirming && person ? (
        <EditConfirm
          question={approvalConfirmation(person, approved, t)}
          onClose={() => setConfirming(false)}
          onConfirm={() => {
            setConfirming(false);
            form.submit();
          }}
        />
      ) : null}
    </>
  );
}
