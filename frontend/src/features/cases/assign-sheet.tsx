import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Case, changeCase } from "@/api/cases";
import { publicSettingsQuery } from "@/api/catalogue";
import { adminsQuery } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { Form } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { wallClock } from "@/ui/trip-time";
import classes from "./cases-page.module.css";

interface AssignSheetProps {
  one: Case;
  onClose: () => void;
  onChanged: () => void;
}

/** Gives a case to an admin, and changes the time by which the person is answered. */
export function AssignSheet({ one, onClose, onChanged }: AssignSheetProps) {
  const { t } = useTranslation();
  const { me } = useViewer();
  const may = useMay();
  const { data: listed } = useQuery({ ...adminsQuery(), enabled: may("staff") });
  // A role that does not show the admins lets users take a case over.
  const admins = listed ?? (me && !may("staff") ? [me] : []);
  const zone = useQuery(publicSettingsQuery()).data?.time_zone;
  const owner = String(one.owner?.id ?? "");
  const due = one.due_at ? wallClock(new Date(one.due_at), zone) : "";
  const form = useForm({
    values: { owner, due_at: due },
    // Only what was changed: the owner may have left since.
    send: (values) =>
      changeCase(one.id, {
        ...(values.owner && values.owner !== owner ? { owner: Number(values.owner) } : {}),
        ...(values.due_at && values.due_at !== due ? { due_at: values.due_at } : {}),
      }),
    notice: t("cases.assigned"),
    onDone: onChanged,
  });
  const time = form.field("due_at");
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("cases.assign")}
      confirmLabel={t("app.save")}
      onConfirm={form.submit}
      working={form.isPending}
      error={form.failure}
    >
      <Form form={form} className={classes.form}>
        <NativeSelect
          {...form.field("owner")}
          label={t("cases.owner")}
          data={[
            // Also an owner who is no longer an admin.
            { value: owner, label: one.owner?.name ?? t("cases.no_owner") },
            ...admins
              .filter(({ id }) => id !== one.owner?.id)
              .map(({ id, first_name, last_name }) => ({
                value: String(id),
                label: `${first_name} ${last_name}`.trim(),
              })),
          ]}
          data-autofocus
        />
        {one.due_at ? (
          <DateTimeField
            label={t("cases.due")}
            description={t("cases.due_hint")}
            value={time.value}
            onChange={time.onChange}
            error={time.error}
          />
        ) : null}
      </Form>
    </ConfirmSheet>
  );
}
