import { Button, CloseButton, Skeleton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { ApiError } from "@/api/error";
import type { OfficeSettings, SettingsPart } from "@/api/settings";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { LeaveGuard } from "@/ui/leave-guard";
import { Message } from "@/ui/message";
import { Snackbar } from "@/ui/snackbar";
import { EmptyState, ErrorState } from "@/ui/states";
import { FieldInput } from "./field-input";
import { type Field, GROUPS, type Group } from "./fields";
import { GroupIndex } from "./group-index";
import { MoneyPreview } from "./money-preview";
import classes from "./settings.module.css";
import { TestEmail } from "./test-email";
import { useRefusedField } from "./use-refused-field";
import { type SettingsDraft, useSettingsDraft } from "./use-settings-draft";
import { DemoLocked, Warnings } from "./warnings";

/** Codes with their own message. Any other error is update_failed (document 2, section 4). */
const OWN_SENTENCE = new Set(["demo_mode", "proper_bonus", "wrong_code", "settings_changed"]);

function failureText(error: unknown, t: TFunction): string {
  const own = error instanceof ApiError && (OWN_SENTENCE.has(error.code) || error.isOffline);
  return own ? errorText(error, t) : t("errors.update_failed");
}

const folded = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** All settings of a page in groups: searchable, saved together, and guarded against losing changes. */
export function SettingsForm({ part, aside }: { part: SettingsPart; aside?: ReactNode }) {
  const { t } = useTranslation();
  const { list } = useFormat();
  const draft = useSettingsDraft(part);
  const [search, setSearch] = useState("");
  const { known, query, saving } = draft;
  const locked = useLocked(saving.error);
  const clear = useCallback(() => setSearch(""), []);
  useRefusedField(part, saving.error, clear);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") {
        event.preventDefault();
        draft.save();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  });

  if (query.isPending) return <Waiting />;
  if (!known) {
    return (
      <>
        <Message tone="danger" urgent>
          {t("errors.settings_error")}
        </Message>
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }

  const wanted = folded(search.trim());
  const found = (field: Field) =>
    wanted === "" ||
    folded(
      `${t(`settings.field.${field.name}.label`)} ${t(`settings.field.${field.name}.hint`)} ${field.name}`,
    ).includes(wanted);
  const category = categoryOf(draft);
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
    <form
      className={classes.layout}
      onSubmit={(event) => {
        event.preventDefault();
        draft.save();
      }}
    >
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
        {draft.changedElsewhere.length > 0 ? (
          <Message tone="lamp" urgent>
            {t("settings.elsewhere", {
              names: list(draft.changedElsewhere.map((name) => t(`settings.field.${name}.label`))),
            })}
          </Message>
        ) : null}
        {groups.length === 0 ? <EmptyState compact title={t("settings.none")} /> : null}
        {groups.map((group) => (
          <GroupCard key={group.name} group={group} draft={draft} locked={locked} />
        ))}
        {aside}
        <SaveBar draft={draft} />
      </div>
      <Snackbar
        tone="danger"
        message={saving.error ? failureText(saving.error, t) : null}
        onClose={() => saving.reset()}
      />
      <LeaveGuard when={draft.changed.length > 0} />
    </form>
  );
}

interface GroupCardProps {
  group: Group;
  draft: SettingsDraft;
  locked: boolean;
}

function GroupCard({ group, draft, locked }: GroupCardProps) {
  const { t } = useTranslation();
  const { error } = draft.saving;
  const faults = error instanceof ApiError ? error.fields : {};
  return (
    <section id={group.name} className={classes.group} aria-labelledby={`group-${group.name}`}>
      <h2 id={`group-${group.name}`} tabIndex={-1} className={classes.title}>
        {t(`settings.group.${group.name}`)}
      </h2>
      {group.fields.map((field) => (
        <div
          key={field.name}
          className={classes.field}
          data-changed={draft.changed.some(({ name }) => name === field.name) || undefined}
        >
          <FieldInput
            field={field}
            value={draft.shown(field)}
            onChange={(value) => draft.change(field, value)}
            error={faultOf(field, faults)}
            locked={locked}
          />
        </div>
      ))}
      {group.name === "currency" ? <MoneyPreview draft={draft} /> : null}
      {group.name === "brand" ? (
        <TestEmail unsaved={draft.changed.length > 0} locked={locked} />
      ) : null}
      <Warnings group={group.name} draft={draft} />
    </section>
  );
}

/** Returns the first error of a list field. */
function faultOf(field: Field, faults: Record<string, string>): string | undefined {
  const name = Object.keys(faults).find(
    (key) => key === field.name || key.startsWith(`${field.name}.`),
  );
  return name ? faults[name] : undefined;
}

function SaveBar({ draft }: { draft: SettingsDraft }) {
  const { t } = useTranslation();
  const count = draft.changed.length;
  if (count === 0) return null;
  return (
    <section className={classes.bar} aria-label={t("settings.save_bar")}>
      <span role="status">{t("settings.changes", { count })}</span>
      <Button variant="default" onClick={draft.discard}>
        {t("settings.discard")}
      </Button>
      <Button type="submit" variant="lamp" loading={draft.saving.isPending}>
        {t("settings.save")}
      </Button>
    </section>
  );
}

function categoryOf(draft: SettingsDraft): string | undefined {
  const known = draft.known as OfficeSettings | undefined;
  if (!known?.app_category) return undefined;
  const field = draft.changed.find(({ name }) => name === "app_category");
  return field ? String(draft.shown(field)) : known.app_category;
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
