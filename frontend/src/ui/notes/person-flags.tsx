import { useQuery } from "@tanstack/react-query";
import { type Flag, notesQuery } from "@/api/notes";
import { FlagIcons } from "./flag-icons";
import classes from "./notes.module.css";

/** A person's flags in words, with what staff wrote beside each; nothing while they load. */
export function PersonFlags({ person }: { person: number }) {
  const { data = [] } = useQuery(notesQuery({ person }));
  const flagged = data.filter(({ flag }) => flag !== "");
  if (flagged.length === 0) return null;
  return (
    <ul className={classes.personFlags}>
      {flagged.map(({ id, flag, text }) => (
        <li key={id}>
          <FlagIcons flags={[flag as Flag]} texts />
          {text ? <bdi> {text}</bdi> : null}
        </li>
      ))}
    </ul>
  );
}
