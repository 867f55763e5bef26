import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  title: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The target of the back link. */
  back?: string;
}

export function PageHeader({ title, lead, actions, back }: PageHeaderProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.header}>
      {back ? (
        <Link to={back} className={classes.back} aria-label={t("app.back")}>
          <IconArrowLeft size={22} aria-hidden="true" />
        </Link>
      ) : null}
      <div className={classes.text}>
        <h1 className={classes.title}>{title}</h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  );
}
