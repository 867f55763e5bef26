import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ApprovalRow } from "@/api/approvals";
import { BookingLink, PersonLink } from "@/ui/record-link";

/** The booking, withdrawal, bank file or user of an approval, with a link to its page. */
export function SubjectLink({ one }: { one: ApprovalRow }) {
  const { t } = useTranslation();
  if (one.booking_id !== null) {
    return (
      <BookingLink id={one.booking_id}>
        <bdi dir="ltr">{one.subject}</bdi>
      </BookingLink>
    );
  }
  if (one.batch_id !== null || one.withdrawal_id !== null) {
    const filter = one.batch_id !== null ? `batch=${one.batch_id}` : `search=${one.subject}`;
    return (
      <Link to={`/withdraws?show=all&${filter}`} onClick={(event) => event.stopPropagation()}>
        {one.batch_id !== null ? (
          t("payouts.file_number", { number: one.batch_id })
        ) : (
          <bdi dir="ltr">{one.subject}</bdi>
        )}
      </Link>
    );
  }
  return one.person ? (
    <PersonLink id={one.person.id} kind={one.person.user_type}>
      <bdi>{one.subject}</bdi>
    </PersonLink>
  ) : (
    <bdi>{one.subject}</bdi>
  );
}
