import type { ReactNode } from "react";
import { Cityscape } from "@/ui/cityscape/cityscape";
import classes from "./entry-frame.module.css";

interface EntryFrameProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** For a form with two columns. */
  wide?: boolean;
  /** A placeholder while the page's code loads: its title does not take the focus. */
  loading?: boolean;
}

/** The frame of the login and sign-up pages: the form, and a picture of the city at night beside it. */
export function EntryFrame(props: EntryFrameProps) {
  const { title, lead, children, wide = false, loading = false } = props;
  return (
    <div
      className={classes.page}
      data-wide={wide || undefined}
      data-loading-page={loading || undefined}
    >
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
        </div>
      </div>
    </div>
  );
}
