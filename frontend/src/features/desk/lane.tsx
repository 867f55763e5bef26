import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { BoardJob } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { useWindowed } from "@/ui/use-windowed";
import { JobCard } from "./job-card";
import classes from "./lane.module.css";
import type { Lane as LaneName } from "./lanes";

interface LaneProps {
  lane: LaneName;
  jobs: readonly BoardJob[];
  selectedId: number | null;
  /** Whether Tab comes to this lane: the one of the selected job. */
  reachable: boolean;
  dense: boolean;
  /** The new booking that takes the focus. */
  arrived: number | null;
  onSelect: (id: number) => void;
  onOpen: (id: number) => void;
}

/** In pixels: a row with its gap. */
const HEIGHT = { comfortable: 112, dense: 78 };

/** A lane of jobs. It has the focus; the board's keys move the active job, of which there is one. */
export function Lane(props: LaneProps) {
  const { lane, jobs, selectedId, reachable, dense, arrived, onSelect, onOpen } = props;
  const { t } = useTranslation();
  const { number } = useFormat();
  const height = dense ? HEIGHT.dense : HEIGHT.comfortable;
  const { box, ref, onScroll, reveal, from, to, total } = useWindowed(jobs.length, height);
  const selected = jobs.findIndex(({ id }) => id === selectedId);
  const section = useRef<HTMLElement>(null);

  useEffect(() => {
    if (selected < 0) return;
    reveal(selected);
    section.current?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [selected, reveal]);
  // The focus follows the active job from lane to lane, and is taken from nothing else, except for a new booking.
  useEffect(() => {
    if (selected < 0) return;
    const focused = document.activeElement;
    const inBoard = focused?.closest("[data-board]");
    if (focused === document.body || inBoard || selectedId === arrived)
      box.current?.focus({ preventScroll: true });
  }, [selected, box, selectedId, arrived]);

  return (
    <section
      ref={section}
      className={classes.lane}
      data-lane={lane}
      data-empty={jobs.length === 0 || undefined}
      aria-labelledby={`lane-${lane}`}
    >
      <h2 id={`lane-${lane}`} className={classes.title}>
        <span aria-hidden="true" className={classes.mark} />
        {t(`desk.lane_${lane}`)} <b className="hx-tabular">{number(jobs.length)}</b>
      </h2>
      {jobs.length === 0 ? (
        <p className={classes.none}>{t("desk.lane_empty")}</p>
      ) : (
        <div
          ref={ref}
          className={classes.jobs}
          role="listbox"
          aria-labelledby={`lane-${lane}`}
          tabIndex={reachable ? 0 : -1}
          aria-activedescendant={selected < 0 ? undefined : `job-${selectedId}`}
          onScroll={onScroll}
          onFocus={() => {
            const [first] = jobs;
            if (selectedId === null && first) onSelect(first.id);
          }}
        >
          <div role="presentation" className={classes.track} style={{ blockSize: total }}>
            {jobs.slice(from, to).map((job, offset) => (
              <JobCard
                key={job.id}
                job={job}
                selected={job.id === selectedId}
                dense={dense}
                top={(from + offset) * height}
                place={from + offset + 1}
                count={jobs.length}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
