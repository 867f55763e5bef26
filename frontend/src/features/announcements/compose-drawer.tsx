import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import {
  type Announcement,
  type AnnouncementForm,
  addAnnouncement,
  announcementsKey,
  changeAnnouncement,
} from "@/api/announcements";
import { publicSettingsQuery } from "@/api/catalogue";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import classes from "./announcements.module.css";
import { AudienceLine } from "./audience-line";

const DEVICES = ["All", "ANDROID", "IOS"] as const;
const USERS = ["All", "rider", "driver"] as const;
const TITLE = 100;
const BODY = 500;

interface ComposeDrawerProps {
  /** The notification to edit, or null for a new one, which is sent immediately. */
  row: Announcement | null;
  onClose: () => void;
}

export function ComposeDrawer({ row, onClose }: ComposeDrawerProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const demo = useQuery(publicSettingsQuery()).data?.allow_critical_edits_admin === false;
  const [confirming, setConfirming] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: announcementsKey });
  const form = useForm({
    values: {
      device_type: row?.device_type ?? "All",
      user_type: row?.user_type ?? "All",
      title: row?.title ?? "",
      body: row?.body ?? "",
    } as AnnouncementForm,
    send: (draft) => (row ? changeAnnouncement(row.id, draft) : addAnnouncement(draft)),
    notice: ({ state }) => {
      if (row) return t("announcements.changed");
      return t(state === "sending" ? "announcements.sending" : "announcements.saved_as_draft");
    },
    onDone: () => {
      onClose();
      return refresh();
    },
    onRefused: () => {
      setConfirming(false);
      void refresh();
    },
  });
  const draft = form.values;
  const sends = !row && !demo;

  return (
    <SideForm
      title={t(row ? "announcements.edit_title" : "announcements.compose")}
      onClose={onClose}
      form={form}
      // The server reports missing fields, so only a complete form needs confirmation.
      onSubmit={() =>
        sends && draft.title.trim() && draft.body.trim() ? setConfirming(true) : form.submit()
      }
      saveLabel={sends ? t("announcements.send_now") : t("app.save")}
    >
      <NativeSelect
        label={t("announcements.people")}
        data={USERS.map((value) => ({ value, label: t(`announcements.users.${value}`) }))}
        {...form.field("user_type")}
      />
      <NativeSelect
        label={t("announcements.device")}
        data={DEVICES.map((value) => ({ value, label: t(`announcements.devices.${value}`) }))}
        {...form.field("device_type")}
      />
      <AudienceLine device_type={draft.device_type} user_type={draft.user_type} />
      <TextInput
        label={t("announcements.heading")}
        maxLength={TITLE}
        {...form.field("title")}
        data-autofocus
      />
      <Textarea
        label={t("announcements.body")}
        description={t("announcements.left", { count: BODY - draft.body.length })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        maxLength={BODY}
        autosize
        minRows={3}
        {...form.field("body")}
      />
      {demo && !row ? <p className={classes.soft}>{t("announcements.demo")}</p> : null}
      <ConfirmSheet
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t("announcements.send_title")}
        confirmLabel={t("announcements.send")}
        onConfirm={form.submit}
        working={form.isPending}
      >
        <blockquote className={classes.quote}>
          <strong>{draft.title}</strong>
          {draft.body}
        </blockquote>
        <AudienceLine device_type={draft.device_type} user_type={draft.user_type} />
      </ConfirmSheet>
    </SideForm>
  );
}
