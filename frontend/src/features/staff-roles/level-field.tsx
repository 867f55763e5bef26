import { useTranslation } from "react-i18next";
import { type Area, type Level, READ_ONLY } from "@/api/permissions";
import classes from "./staff-roles.module.css";

const LEVELS = ["none", "view", "change"] as const satisfies readonly Level[];

interface LevelFieldProps {
  area: Area;
  value: Level;
  onChange: (level: Level) => void;
}

/** One row of the matrix: the level in an area, as radio buttons that the arrow keys move between. */
export function LevelField({ area, value, onChange }: LevelFieldProps) {
  const { t } = useTranslation();
  const levels = LEVELS.filter((level) => level !== "change" || !READ_ONLY.includes(area));
  return (
    <fieldset className={classes.row}>
      <legend className={classes.area}>{t(`staff.areas.${area}`)}</legend>
      <div className={classes.levels}>
        {levels.map((level) => (
          <label key={level} className={classes.level} data-level={level}>
            <input
              type="radio"
              name={`permissions.${area}`}
              value={level}
              checked={value === level}
              onChange={() => onChange(level)}
            />
            <span>{t(`staff.levels.${level}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
