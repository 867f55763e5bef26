import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import { Message } from "@/ui/message";

/** Says before the confirmation that another admin must approve the amount. */
export function AboveLimit({ limit }: { limit: string }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return <Message tone="lamp">{t("approvals.above_limit", { limit: money(limit) })}</Message>;
}
