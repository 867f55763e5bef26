import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Transaction } from "@/api/types";
import classes from "./transactions.module.css";

const COLORS: Record<Transaction["state"], string> = {
  created: "gray",
  redirected: "gray",
  pending: "lamp",
  paid: "moss",
  failed: "brick",
  expired: "gray",
  partially_refunded: "moss",
  refunded: "gray",
  disputed: "brick",
};

/** The state of a payment attempt, in text and colour. */
export function StateBadge({ state }: { state: Transaction["state"] }) {
  const { t } = useTranslation();
  return (
    <Badge className={classes.badge ?? ""} color={COLORS[state]} variant="light">
      {t(`transactions.state_${state}`)}
    </Badge>
  );
}
