import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
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
import { fieldError, SideForm } from "@/ui/side-panel";
import { toast } from "@/ui/toast";
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
  const [draft, setDraft] = useState<AnnouncementForm>({
    device_type: row?.device_type ?? "All",
    user_type: row?.user_type ?? "All",
    title: row?.title ?? "",
    body: row?.body ?? "",
  });
  const [confirming, setConfirming] = useState(false);
  const save = useMutation({
    mutationFn: () => (row ? changeAnnouncement(row.id, draft) : addAnnouncement(draft)),
    onSuccess: ({ state }) => {
      toast.success(
        t(
          row
            ? "announcements.changed"
            : state === "sending"
              ? "announcements.sending"
              : "announcements.saved_as_draft",
        ),
      );
      onClose();
    },
    onError: () => setConfirming(false),
    onSettled: () => client.invalidateQueries({ queryKey: announcementsKey }),
  });
  const change = (part: Partial<AnnouncementForm>) =>
    setDraft((before) => ({ ...before, ...part }));
  const sends = !row && !demo;

  return (
    <SideForm
      title={t(row ? "announcements.edit_title" : "announcements.compose")}
      onClose={onClose}
      // The server reports missing fields, so only a complete form needs confirmation.
      onSubmit={() =>
        sends && draft.title.trim() && draft.body.trim() ? setConfirming(true) : save.mutate()
      }
      saveLabel={sends ? t("announcements.send_now") : t("app.save")}
      saving={save.isPending}
      error={save.error}
    >
      <NativeSelect
        label={t("announcements.people")}
        data={USERS.map((value) => ({ value, label: t(`announcements.users.${value}`) }))}
        value={draft.user_type}
        onChange={({ currentTarget: { value } }) =>
          change({ user_type: USERS.find((one) => one === value) ?? "All" })
        }
      />
      <NativeSelect
        label={t("announcements.device")}
        data={DEVICES.map((value) => ({ value, label: t(`announcements.devices.${value}`) }))}
        value={draft.device_type}
        onChange={({ currentTarget: { value } }) =>
          change({ device_type: DEVICES.find((one) => one === value) ?? "All" })
        }
      />
      <AudienceLine device_type={draft.device_type} user_type={draft.user_type} />
      <TextInput
        label={t("announcements.heading")}
        maxLength={TITLE}
        value={draft.title}
        error={fieldError(save.error, "title")}
        onChange={(event) => change({ title: event.currentTarget.value })}
        data-autofocus
      />
      <Textarea
        label={t("announcements.body")}
        description={t("announcements.left", { count: BODY - draft.body.length })}
        inputWrapperOrder={["label", "input", "description", "error"]}
        maxLength={BODY}
        autosize
        minRows={3}
        value={draft.body}
        error={fieldError(save.error, "body")}
        onChange={(event) => change({ body: event.currentTarget.value })}
      />
      {demo && !row ? <p className={classes.soft}>{t("announcements.demo")}</p> : null}
      <ConfirmSheet
        opened={confirming}
        onClose={() => setConfirming(false)}
        title={t("announcements.send_title")}
        confirmLabel={t("announcements.send")}
        onConfirm={() => save.mutate()}
        working={save.isPending}
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
