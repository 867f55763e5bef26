import { Button } from "@mantine/core";
import { IconDeviceLaptop, IconDeviceMobile } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { endSession, sessionsKey } from "@/api/devices";
import type { DeviceSession, Results } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { toast } from "@/ui/toast";
import list from "./device-list.module.css";
import { Failure } from "./failure";

export function SessionRow({ session }: { session: DeviceSession }) {
  const { t } = useTranslation();
  const { ago } = useFormat();
  const client = useQueryClient();
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => {
      client.setQueryData<Results<DeviceSession>>(
        sessionsKey,
        (page) => page && { results: page.results.filter(({ id }) => id !== session.id) },
      );
      toast.success(t("profile.sessions.ended"));
    },
  });
  const Icon = session.kind === "phone" ? IconDeviceMobile : IconDeviceLaptop;
  const device = session.device || t("profile.sessions.unknown");

  return (
    <li className={list.row}>
      <Icon className={list.icon} size={26} stroke={1.5} aria-hidden="true" />
      <div className={list.text}>
        <span className={list.name}>
          <bdi>{device}</bdi>
          {session.current ? <span className={list.mark}>{t("profile.sessions.this")}</span> : null}
        </span>
        <span className={list.second}>
          {session.current
            ? t("profile.sessions.active")
            : t("profile.sessions.seen", { ago: ago(session.last_seen_at) })}
          {session.ip ? (
            <>
              {" · "}
              <bdi dir="ltr">{session.ip}</bdi>
            </>
          ) : null}
        </span>
        <Failure error={ending.error} />
      </div>
      {session.current ? null : (
        <Button
          variant="default"
          loading={ending.isPending}
          aria-label={t("profile.sessions.end_of", { device })}
          onClick={() => ending.mutate()}
        >
          {t("profile.sessions.end")}
        </Button>
      )}
    </li>
  );
}
