import { ActionIcon, Button, Input, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "@/i18n/use-format";
import classes from "./tariffs.module.css";
import type { Corner } from "./zone-ring";

/** Rows that are shown at once; an imported outline may have 2000 corners. */
const PAGE = 50;

interface ZoneCornersProps {
  corners: readonly Corner[];
  /** The error of the whole outline; true if it is shown elsewhere. */
  error?: string | boolean | undefined;
  errorOf: (path: string) => string | boolean;
  /** `field` names the one field that is typed in. */
  onChange: (corners: Corner[], field?: string) => void;
}

/** The corners of a zone as a table: everything that the map can do, by keyboard. */
export function ZoneCorners({ corners, error, errorOf, onChange }: ZoneCornersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [pages, setPages] = useState(1);
  const table = useRef<HTMLTableElement>(null);
  const isWrong = (_: Corner, index: number) =>
    Boolean(errorOf(`corners.${index}.lat`) || errorOf(`corners.${index}.lng`));
  // A field with an error is always shown.
  const shown = Math.max(pages * PAGE, corners.findLastIndex(isWrong) + 1);
  const focus = (corner: number, selector = "input") =>
    requestAnimationFrame(() =>
      table.current?.tBodies[0]?.rows[corner]?.querySelector<HTMLElement>(selector)?.focus(),
    );
  const add = () => {
    onChange([...corners, { lat: "", lng: "" }]);
    setPages(Math.ceil((corners.length + 1) / PAGE));
    focus(corners.length);
  };
  const remove = (corner: number) => {
    onChange(corners.filter((_, index) => index !== corner));
    focus(Math.min(corner, corners.length - 2), "button");
  };
  const type = (corner: number, name: keyof Corner, text: string) =>
    onChange(
      corners.map((each, index) => (index === corner ? { ...each, [name]: text } : each)),
      `${corner}.${name}`,
    );
  const input = (corner: number, name: keyof Corner) => (
    <TextInput
      aria-label={t(name === "lat" ? "tariffs.corner_lat" : "tariffs.corner_lng", {
        number: corner + 1,
      })}
      value={corners[corner]?.[name] ?? ""}
      error={errorOf(`corners.${corner}.${name}`)}
      dir="ltr"
      autoComplete="off"
      maxLength={20}
      onChange={(event) => type(corner, name, event.currentTarget.value)}
    />
  );
  return (
    <fieldset className={classes.group} aria-invalid={Boolean(error) || undefined}>
      <legend>{t("tariffs.corners")}</legend>
      <p className={classes.hint}>{t("tariffs.corners_lead")}</p>
      {typeof error === "string" ? <Input.Error role="alert">{error}</Input.Error> : null}
      {corners.length > 0 ? (
        <table className={classes.corners} ref={table}>
          <thead>
            <tr>
              <th scope="col">{t("tariffs.corner")}</th>
              <th scope="col">{t("tariffs.latitude")}</th>
              <th scope="col">{t("tariffs.longitude")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {corners.slice(0, shown).map((_, corner) => (
              // Corners have no identity but their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <tr key={corner}>
                <th scope="row">{number(corner + 1)}</th>
                <td>{input(corner, "lat")}</td>
                <td>{input(corner, "lng")}</td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t("tariffs.corner_remove", { number: corner + 1 })}
                    onClick={() => remove(corner)}
                  >
                    <IconTrash size={18} aria-hidden="true" />
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <div className={classes.tools}>
        {corners.length > shown ? (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              setPages(Math.ceil(shown / PAGE) + 1);
              focus(shown);
            }}
          >
            {t("tariffs.corners_more", { number: number(corners.length - shown) })}
          </Button>
        ) : null}
        {/* Also without corners, so that an error has a field to focus. */}
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={add}
        >
          {t("tariffs.corner_add")}
        </Button>
      </div>
    </fieldset>
  );
}
