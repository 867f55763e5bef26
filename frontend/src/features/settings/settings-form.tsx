import { Button, CloseButton, Skeleton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import {
  type AdminSettings,
  type AppInfo,
  adminSettingsQuery,
  type SettingsPart,
} from "@/api/settings";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { Form } from "@/ui/form/form";
import { LeaveGuard } from "@/ui/leave-guard";
import { Message } from "@/ui/message";
import { useReadOnly } from "@/ui/read-only";
import { Snackbar } from "@/ui/snackbar";
import { EmptyState, ErrorState } from "@/ui/states";
import { FieldInput } from "./field-input";
import { type Field, type FieldName, GROUPS, type Group } from "./fields";
import { GroupIndex } from "./group-index";
import { MoneyPreview } from "./money-preview";
import classes from "./settings.module.css";
import { TestEmail } from "./test-email";
import { type SettingsEntry, useSettingsForm } from "./use-settings-form";
import { DemoLocked, Warnings } from "./warnings";

/** Codes with their own message. Any other error is update_failed (document 2, section 4). */
const OWN_SENTENCE = new Set(["demo_mode", "proper_bonus", "wrong_code", "settings_changed"]);

function failureText(error: unknown, t: TFunction): string {
  const own = error instanceof ApiError && (OWN_SENTENCE.has(error.code) || error.isOffline);
  return own ? errorText(error, t) : t("errors.update_failed");
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

interface SettingsFormProps {
  part: SettingsPart;
  aside?: ReactNode;
}

/** All settings of a page in groups: searchable, saved together, and guarded against losing changes. */
export function SettingsForm({ part, aside }: SettingsFormProps) {
  const { t } = useTranslation();
  const query = useQuery(adminSettingsQuery(part));
  if (query.isPending) return <Waiting />;
  if (!query.data) {
    return (
      <>
        <Message tone="danger" urgent>
          {t("errors.settings_error")}
        </Message>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  return <LoadedSettings part={part} known={query.data} aside={aside} />;
}

function LoadedSettings(props: SettingsFormProps & { known: AdminSettings | AppInfo }) {
  const { part, known, aside } = props;
  const { t } = useTranslation();
  const { list } = useFormat();
  const [search, setSearch] = useState("");
  // A search may hide the field that was refused.
  const entry = useSettingsForm(part, known, () => setSearch(""));
  const { form } = entry;
  const { error } = form.refusal;
  const readOnly = useReadOnly();
  const locked = useLocked(error);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        entry.save();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  const wanted = folded(search.trim());
  const found = (field: Field) =>
    wanted === "" ||
    folded(
      `${t(`settings.field.${field.name}.label`)} ${t(`settings.field.${field.name}.hint`)} ${field.name}`,
    ).includes(wanted);
  const category = categoryOf(entry);
  const groups = GROUPS[part]
    .map((group) => ({
      ...group,
      fields: group.fields.filter(
        (field) =>
          found(field) &&
          (!field.only || !category || field.only === category) &&
          // The purchase code is shown only where it can be verified.
          (field.name !== "license" || ("checks_license" in known && known.checks_license)),
      ),
    }))
    .filter((group) => group.fields.length > 0);

  return (
    <Form form={form} className={classes.layout} onSubmit={entry.save}>
      <div className={classes.side}>
        <TextInput
          type="search"
          aria-label={t("settings.search")}
          placeholder={t("settings.search")}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          rightSection={
            search ? (
              <CloseButton aria-label={t("settings.clear")} onClick={() => setSearch("")} />
            ) : null
          }
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <GroupIndex groups={groups.map(({ name }) => name)} />
      </div>
      <div className={classes.groups}>
        {locked ? <DemoLocked /> : null}
        {form.conflicts.length > 0 ? (
          <Message tone="lamp" urgent>
            {t("settings.elsewhere", {
              names: list(
                form.conflicts.map((name) => t(`settings.field.${name as FieldName}.label`)),
              ),
            })}
          </Message>
        ) : null}
        {groups.length === 0 ? <EmptyState compact title={t("settings.none")} /> : null}
        {groups.map((group) => (
          <GroupCard key={group.name} group={group} entry={entry} locked={locked || readOnly} />
        ))}
        {aside}
        {readOnly ? null : <SaveBar entry={entry} />}
      </div>
      <Snackbar
        tone="danger"
        message={error ? failureText(error, t) : null}
        onClose={form.forgetRefusal}
      />
      <LeaveGuard when={entry.changed.length > 0} />
    </Form>
  );
}

interface GroupCardProps {
  group: Group;
  entry: SettingsEntry;
  locked: boolean;
}

function GroupCard({ group, entry, locked }: GroupCardProps) {
  const { t } = useTranslation();
  return (
    <section id={group.name} className={classes.group} aria-labelledby={`group-${group.name}`}>
      <h2 id={`group-${group.name}`} tabIndex={-1} className={classes.title}>
        {t(`settings.group.${group.name}`)}
      </h2>
      {group.fields.map((field) => (
        <div
          key={field.name}
          className={classes.field}
          data-changed={entry.changed.some(({ name }) => name === field.name) || undefined}
        >
          <FieldInput
            field={field}
            value={entry.shown(field)}
            onChange={(value) => entry.change(field, value)}
            error={entry.errorOf(field)}
            locked={locked}
          />
        </div>
      ))}
      {group.name === "currency" ? <MoneyPreview entry={entry} /> : null}
      {group.name === "brand" ? (
        <TestEmail unsaved={entry.changed.length > 0} locked={locked} />
      ) : null}
      <Warnings group={group.name} entry={entry} />
    </section>
  );
}

function SaveBar({ entry }: { entry: SettingsEntry }) {
  const { t } = useTranslation();
  const count = entry.changed.length;
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t("settings.save_bar")}>
      <span role="status">{t("settings.changes", { count })}</span>
      <Button variant="default" onClick={entry.form.reset}>
        {t("settings.discard")}
      </Button>
      <Button type="submit" variant="lamp" loading={entry.form.isPending}>
        {t("settings.save")}
      </Button>
    </section>
  );
}

function categoryOf({ known, changed, shown }: SettingsEntry): string | undefined {
  if (!("app_category" in known)) return undefined;
  const field = changed.find(({ name }) => name === "app_category");
  return field ? String(shown(field)) : known.app_category;
}

/** Depends on the saved settings, not on the edited ones. */
function useLocked(error: unknown): boolean {
  const { data } = useQuery(publicSettingsQuery());
  if (error instanceof ApiError && error.code === "demo_mode") return true;
  return data?.allow_critical_edits_admin === false;
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={classes.layout} role="status">
      <span className="hx-visually-hidden">{t("app.loading")}</span>
      <div className={classes.side}>
        <Skeleton height={220} radius="md" />
      </div>
      <div className={classes.groups}>
        <Skeleton height={320} radius="lg" />
        <Skeleton height={320} radius="lg" />
      </div>
    </div>
  );
}
