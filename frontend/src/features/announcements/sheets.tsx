import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import {
  type Announcement,
  announcementsKey,
  deleteAnnouncement,
  sendAnnouncement,
} from "@/api/announcements";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./announcements.module.css";
import { AudienceLine } from "./audience-line";

interface SheetProps {
  row: Announcement;
  onClose: () => void;
}

/** Confirms before the notification is sent again, to the users who match now. */
export function SendSheet({ row, onClose }: SheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () => sendAnnouncement(row.id),
    onSuccess: () => {
      client.removeQueries({ queryKey: [...announcementsKey, "one", row.id] });
      toast.success(t("announcements.sending"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: announcementsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("announcements.send_title")}
      confirmLabel={t("announcements.send")}
      onConfirm={() => send.mutate()}
      working={send.isPending}
      error={send.error}
    >
      <blockquote className={classes.quote}>
        <strong>{row.title}</strong>
        {row.body}
      </blockquote>
      <AudienceLine device_type={row.device_type ?? "All"} user_type={row.user_type ?? "All"} />
    </ConfirmSheet>
  );
}

export function DeleteSheet({ row, onClose }: SheetProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteAnnouncement(row.id),
    onSuccess: () => {
      toast.success(t("announcements.deleted"));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: announcementsKey }),
  });
  return (
    <ConfirmSheet
      opened
      onClose={onClose}
      title={t("announcements.delete_of", { title: row.title })}
      confirmLabel={t("announcements.delete")}
      onConfirm={() => remove.mutate()}
      tone="danger"
      working={remove.isPending}
      error={remove.error}
    >
      <p>{t("announcements.delete_lead")}</p>
    </ConfirmSheet>
  );
}
