import { type ReactNode, useState } from "react";
import { Cityscape } from "@/ui/cityscape/cityscape";
import classes from "./hero.module.css";

interface HeroProps {
  title: string;
  lead: string;
  /** What one can do from here, under the words. */
  action?: ReactNode;
  /** The panel beside the words; it is given the element behind everything, for a map of its own. */
  panel?: (stage: HTMLElement | null, showStage: (shown: boolean) => void) => ReactNode;
  /** 380 px high, for those who get no panel. */
  small?: boolean;
}

/** The town with its words and, beside them, the booking panel; the picture gives way to the panel's map. */
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
        <div className={classes.words} inert={staged}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.lead}>{lead}</p>
          {action}
        </div>
        {panel ? <div className={classes.panel}>{panel(stage, setStaged)}</div> : null}
      </div>
    </section>
  );
}
