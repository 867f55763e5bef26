import { Collapse, UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EstimateOption } from "@/api/types";
import { FareBreakdown } from "@/ui/fare-breakdown";
import { Money } from "@/ui/money";
import classes from "./fare-lines.module.css";

/** The fare: its lines at once where there is room, one tap away on a phone. */
export function FareLines({ option }: { option: EstimateOption }) {
  const { t } = useTranslation();
  const id = useId();
  const phone = useMediaQuery("(width < 48em)", undefined, { getInitialValueInEffect: false });
  const [opened, setOpened] = useState(false);

  if (!phone) return <FareBreakdown lines={option.breakdown} total={option.trip_cost} />;
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
          <IconChevronDown size={16} aria-hidden="true" />
        </span>
        <Money amount={option.trip_cost} />
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <FareBreakdown lines={option.breakdown} total={option.trip_cost} />
      </Collapse>
    </div>
  );
}
