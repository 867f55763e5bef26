import { IconArrowLeft } from "@tabler/icons-react";
import type { MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { previousPath } from "./guarded-history";
import classes from "./page-header.module.css";
import { useReadOnly } from "./read-only";

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** Whether the actions change nothing, so that they stay for users who may only view the page. */
  reading?: boolean;
  /** The target of the back link. */
  back?: string;
}

export function PageHeader({ title, lead, actions, reading = false, back }: PageHeaderProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const readOnly = useReadOnly();
  // Back to the same page is the browser's Back: the list keeps its filters, scroll position and focused row.
  const goBack = (event: MouseEvent) => {
    const otherTab = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (otherTab || previousPath() !== back) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <div className={classes.header}>
      {back ? (
        <Link to={back} className={classes.back} onClick={goBack} aria-label={t("app.back")}>
          <IconArrowLeft size={22} aria-hidden="true" />
        </Link>
      ) : null}
      <div className={classes.text}>
        <h1 className={classes.title}>{title}</h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {readOnly && !reading ? (
        <span className={classes.readOnly}>{t("staff.view_only")}</span>
      ) : actions ? (
        <div className={classes.actions}>{actions}</div>
      ) : null}
    </div>
  );
}
