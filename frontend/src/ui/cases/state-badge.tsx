import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface CaseStateBadgeProps {
  state: "open" | "waiting" | "closed";
  overdue?: boolean;
}

const COLORS = { open: "lamp", waiting: "gray", closed: "moss" } as const;

export function CaseStateBadge({ state, overdue = false }: CaseStateBadgeProps) {
  const { t } = useTranslation();
  return (
    <Badge variant="light" color={overdue ? "brick" : COLORS[state]}>
      {t(overdue ? "cases.overdue" : `cases.states.${state}`)}
    </Badge>
  );
}
