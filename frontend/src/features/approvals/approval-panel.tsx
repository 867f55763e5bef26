import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Approval, approvalQuery, approvalsKey } from "@/api/approvals";
import { ApiError } from "@/api/error";
import { useViewer } from "@/api/session";
import { SidePanel } from "@/ui/side-panel";
import { ErrorState, LoadingState, NotFoundState } from "@/ui/states";
import { ApprovalFacts } from "./approval-facts";
import classes from "./approvals-page.module.css";
import { DecideSheet, type Decision } from "./decide-sheet";
import { RefuseSheet } from "./refuse-sheet";

/** Updates while the panel is open, in case another admin decides. */
const REFRESH_MS = 15_000;

/** One approval: who requested what and why, its effect, and the decision. */
export function ApprovalPanel({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    ...approvalQuery(id),
    refetchInterval: REFRESH_MS,
  });
  return (
    <SidePanel title={t("approvals.number", { number: id })} width={560} onClose={onClose}>
      {data ? (
        <Known one={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <NotFoundState compact title={t("approvals.gone")} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState compact />
      )}
    </SidePanel>
  );
}

function Known({ one }: { one: Approval }) {
  const { t } = useTranslation();
  const { me } = useViewer();
  const client = useQueryClient();
  const [opened, setOpened] = useState<Decision | "refuse" | null>(null);
  const own = me?.id === one.requested_by.id;
  const close = () => setOpened(null);
  const decided = () => {
    close();
    // The booking, the withdrawals and the wallet have changed too.
    void client.invalidateQueries();
  };
  const failed = () => void client.invalidateQueries({ queryKey: approvalsKey });
  return (
    <div className={classes.panel}>
      <ApprovalFacts one={one} />
      {one.state !== "waiting" ? null : own ? (
        <>
          <p>{t("approvals.own")}</p>
          <div className={classes.actions}>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened("cancel")}>
              {t("approvals.cancel")}
            </Button>
          </div>
        </>
      ) : (
        <div className={classes.actions}>
          <Button variant="lamp" aria-haspopup="dialog" onClick={() => setOpened("approve")}>
            {t("approvals.approve")}
          </Button>
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened("refuse")}>
            {t("approvals.refuse")}
          </Button>
        </div>
      )}
      {opened === "refuse" ? (
        <RefuseSheet one={one} onClose={close} onRefused={decided} onFailed={failed} />
      ) : opened ? (
        <DecideSheet
          one={one}
          decision={opened}
          onClose={close}
          onDecided={decided}
          onFailed={failed}
        />
      ) : null}
    </div>
  );
}
