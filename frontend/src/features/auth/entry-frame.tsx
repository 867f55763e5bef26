import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Cityscape } from "@/ui/cityscape/cityscape";
import classes from "./entry-frame.module.css";

interface EntryFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** For a form of two columns. */
  wide?: boolean;
}

/** The frame of every page on the way in: the form, and beside it the town by night. */
export function EntryFrame({ title, lead, children, wide = false }: EntryFrameProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <div className={classes.side}>
        <div className={classes.column}>
          <h1 className={classes.title}>{title}</h1>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
          {children}
        </div>
      </div>
      <div className={classes.picture} aria-hidden="true">
        <div className={classes.view}>
          <Cityscape />
          <p className={classes.quote}>{t("auth.quote")}</p>
        </div>
      </div>
    </div>
  );
}
