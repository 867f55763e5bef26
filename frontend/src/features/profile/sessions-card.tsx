import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionsQuery } from "@/api/devices";
import { ErrorState } from "@/ui/states";
import list from "./device-list.module.css";
import { EverywhereSheet } from "./everywhere-sheet";
import { Section } from "./section";
import { SessionRow } from "./session-row";

/** The user's sessions, this one first. Each other session can be logged out. */
export function SessionsCard() {
  const { t } = useTranslation();
  const sessions = useQuery(sessionsQuery());
  const [confirming, setConfirming] = useState(false);
  const rows = [...(sessions.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));

  return (
    <Section id="sessions" title={t("profile.sessions.title")} lead={t("profile.sessions.lead")}>
      {sessions.isPending ? (
        <div className={list.list} role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          <Skeleton height="3.25rem" radius="md" />
          <Skeleton height="3.25rem" radius="md" />
        </div>
      ) : sessions.isError ? (
        <ErrorState compact error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <>
          <ul className={list.list}>
            {rows.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
          <Button
            className={list.all ?? ""}
            variant="default"
            size="md"
            aria-haspopup="dialog"
            onClick={() => setConfirming(true)}
          >
            {t("profile.sessions.everywhere")}
          </Button>
        </>
      )}
      <EverywhereSheet opened={confirming} onClose={() => setConfirming(false)} />
    </Section>
  );
}
