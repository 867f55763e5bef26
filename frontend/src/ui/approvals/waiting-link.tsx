import { useTranslation } from "react-i18next";
import { Link } from "react-router";

/** Links the approval for which a payout waits. */
export function WaitingLink({ id }: { id: number }) {
  const { t } = useTranslation();
  return (
    <Link to={`/approvals?approval=${id}`} onClick={(event) => event.stopPropagation()}>
      {t("approvals.waiting_for")}
    </Link>
  );
}
