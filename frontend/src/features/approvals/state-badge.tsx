import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ApprovalState } from "@/api/approvals";

const COLORS: Record<ApprovalState, string> = {
  waiting: "lamp",
  approved: "moss",
  refused: "brick",
  cancelled: "gray",
  void: "brick",
  expired: "gray",
};

export function ApprovalStateBadge({ state }: { state: ApprovalState }) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color={COLORS[state]}>
      {t(`approvals.states.${state}`)}
    </Badge>
  );
}
