import { useTranslation } from "react-i18next";
import type { MergePreview } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./people.module.css";

const COUNTS = ["bookings", "addresses", "notes", "cases"] as const;

/** What a merge moves to the account, and what happens to the caller. */
export function MergeFacts({ preview }: { preview: MergePreview }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { caller, account, balance, owed } = preview;
  return (
    <>
      <dl className={classes.merge}>
        {COUNTS.map((name) => (
          <div key={name}>
            <dt>{t(`people.merge_${name}`)}</dt>
            <dd className="hx-tabular">{number(preview[name])}</dd>
          </div>
        ))}
        {balance !== null && Number(balance) !== 0 ? (
          <div>
            <dt>{t("people.merge_balance")}</dt>
            <dd>
              <Money amount={balance} />
            </dd>
          </div>
        ) : null}
        {owed !== null && Number(owed) !== 0 ? (
          <div>
            <dt>{t("people.merge_owed")}</dt>
            <dd>
              <Money amount={owed} />
            </dd>
          </div>
        ) : null}
      </dl>
      {caller.mobile ? (
        <p className={classes.explanation}>
          {t(preview.takes_number ? "people.merge_takes_number" : "people.merge_number", {
            number: `\u2066${caller.mobile}\u2069`,
            name: `\u2068${account.name}\u2069`,
          })}
        </p>
      ) : null}
      <p className={classes.explanation}>{t("people.merge_gone")}</p>
    </>
  );
}
