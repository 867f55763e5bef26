import { useTranslation } from "react-i18next";
import { PageHeader } from "@/ui/page-header";
import { Statements } from "./statements";
import classes from "./statements.module.css";

/** A driver's own weekly earnings statements. */
export function StatementsPage() {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <PageHeader back="/wallet" title={t("statement.title")} />
      <Statements />
    </div>
  );
}
