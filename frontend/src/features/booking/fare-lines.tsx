import { Collapse, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EstimateOption } from "@/api/types";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { FareKind } from "@/ui/fare-kind";
import { Money } from "@/ui/money";
import classes from "./fare-lines.module.css";

/** The fare breakdown: visible on wide screens, collapsed on phones. */
export function FareLines({ option, fixed }: { option: EstimateOption; fixed: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const phone = useMediaQuery("(width < 48em)", undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);

  const total = t(fixed ? "fare.total_fixed" : "fare.total_estimated");
  const lines = (
    <>
      <FareBreakdown lines={option.breakdown} total={option.trip_cost} totalLabel={total} />
      <p className={classes.kind}>{t(fixed ? "fare.fixed_note" : "fare.estimated_note")}</p>
    </>
  );
  if (!phone) return lines;
  return (
    <div>
      <UnstyledButton
        className={classes.total}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <span className={classes.label}>
          {t("booking.fare_details")}
          <FareKind fixed={fixed} />
          <IconChevronDown size={16} aria-hidden="true" />
        </span>
        <Money amount={option.trip_cost} />
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        {lines}
      </Collapse>
    </div>
  );
}
