import { IconUsers } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isUsual, type Party, partyText } from "./party";
import classes from "./party-line.module.css";

/** The passengers and luggage of a ride; nothing for one passenger without luggage. */
export function PartyLine({ party }: { party: Party }) {
  const { t } = useTranslation();
  if (isUsual(party)) return null;
  return (
    <p className={classes.line}>
      <IconUsers size={20} aria-hidden="true" />
      <span>{partyText(party, t)}</span>
    </p>
  );
}
