import { type ReactNode, useState } from "react";
import { Cityscape } from "@/ui/cityscape/cityscape";
import classes from "./hero.module.css";

interface HeroProps {
  title: string;
  lead: string;
  /** The buttons below the text. */
  action?: ReactNode;
  /** The panel beside the text. It receives the background element for its own map. */
  panel?: (stage: HTMLElement | null, showStage: (shown: boolean) => void) => ReactNode;
  /** Uses a height of 380 px, for users without a panel. */
  small?: boolean;
}

/** The hero: a picture with text and the booking panel, whose map replaces the picture. */
export function Hero({ title, lead, action, panel, small = false }: HeroProps) {
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [staged, setStaged] = useState(false);
  return (
    <section
      className={classes.hero}
      data-small={small || undefined}
      data-staged={staged || undefined}
      data-panel={panel !== undefined || undefined}
    >
      <div className={classes.picture}>
        <Cityscape low={small} />
      </div>
      <div ref={setStage} className={classes.stage} inert={!staged} />
      <div className={classes.inner}>
        <div className={classes.text} inert={staged}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {action}
        </div>
        {panel ? <div className={classes.panel}>{panel(stage, setStaged)}</div> : null}
      </div>
    </section>
  );
}
