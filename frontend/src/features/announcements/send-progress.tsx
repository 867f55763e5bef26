import { Badge, Progress } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { type Announcement, announcementsKey, watchedAnnouncementQuery } from "@/api/announcements";
import { useFormat } from "@/i18n/use-format";
import classes from "./announcements.module.css";

/** The sending progress, and the result. */
export function SendProgress({ row }: { row: Announcement }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const client = useQueryClient();
  const latest = useQuery(watchedAnnouncementQuery(row));
  const now = row.state === "sending" ? (latest.data ?? row) : row;
  const arrived = row.state === "sending" && latest.data?.state === "sent";

  useEffect(() => {
    if (arrived) void client.invalidateQueries({ queryKey: [...announcementsKey, "list"] });
  }, [arrived, client]);

  if (now.state === "draft") {
    return <Badge color="gray">{t("announcements.states.draft")}</Badge>;
  }
  const counts = {
    done: number(now.sent + now.failed),
    sent: number(now.sent),
    failed: number(now.failed),
    total: number(now.total),
  };
  if (now.state === "sending") {
    const label = t("announcements.progress", counts);
    return (
      <div className={classes.progress}>
        <Progress.Root size="md">
          <Progress.Section
            value={now.total ? ((now.sent + now.failed) / now.total) * 100 : 0}
            aria-label={t("announcements.progress_of", { title: row.title })}
            color="way"
          />
        </Progress.Root>
        <span role="status">{label}</span>
      </div>
    );
  }
  return (
    <span className={classes.progress}>
      {t("announcements.arrived", counts)}
      {now.failed > 0 ? (
        <span className={classes.soft}>{t("announcements.failed", counts)}</span>
      ) : null}
    </span>
  );
}
