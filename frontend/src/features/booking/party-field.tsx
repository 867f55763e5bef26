import { Collapse, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconUsers } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { partyText } from "@/ui/party/party";
import { PartySteppers } from "@/ui/party/party-steppers";
import { useCategory } from "@/ui/use-category";
import type { Draft } from "./draft";
import { changeDraft } from "./draft-store";
import classes from "./party-field.module.css";

/** Passengers and luggage in one line that opens; a delivery has neither. */
export function PartyField({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const id = useId();
  const [opened, setOpened] = useState(false);
  if (useCategory() !== "taxi") return null;
  const text = partyText(draft, t);
  return (
    <div className={classes.party}>
      <UnstyledButton
        data-party
        className={classes.line}
        aria-label={`${t("trip.party")}: ${text}`}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened((shown) => !shown)}
      >
        <IconUsers size={18} aria-hidden="true" />
        <span className={classes.text}>{text}</span>
        <IconChevronDown size={16} aria-hidden="true" data-chevron />
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <div className={classes.steppers}>
          <PartySteppers
            party={draft}
            onChange={(party) => changeDraft((before) => ({ ...before, ...party }))}
          />
        </div>
      </Collapse>
    </div>
  );
}
