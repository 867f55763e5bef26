import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { Tariff, TariffDocument } from "@/api/tariffs";
import { BaseMap } from "@/map/base-map";
import { ZoneDraw } from "@/map/zone-draw";
import type { Tool } from "@/map/zone-drawing";
import { ZoneShapes } from "@/map/zone-shapes";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { changed, NO_HISTORY, redone, undone } from "./ring-history";
import classes from "./tariffs.module.css";
import { zoneColor } from "./zone-colors";
import { ZoneCorners } from "./zone-corners";
import {
  withZone,
  type ZoneDraft,
  zoneDraftOf,
  zoneOf,
  zonePathOf,
  zonesByName,
} from "./zone-draft";
import { type Corner, cornersOf, degreesOf, LIMITS, placesOf, ringOf } from "./zone-ring";
import { ZoneTools } from "./zone-tools";

interface ZoneFormProps {
  tariff: Tariff;
  /** The name of the zone to edit; null for a new one. */
  zone: string | null;
  save: (document: TariffDocument, name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Adds or edits a zone of a draft: its name, and its area on a map or as a table of corners. */
export function ZoneForm({ tariff, zone, save, onClose }: ZoneFormProps) {
  const { t } = useTranslation();
  const { document } = tariff;
  const zones = zonesByName(document);
  const names = zones.map(([name]) => name);
  const stored = zone === null ? undefined : document.zones?.[zone];
  const color = zoneColor(zone === null ? names.length : names.indexOf(zone));
  const others = zones
    .map(([name, { rings = [] }], place) => ({ name, rings, color: zoneColor(place) }))
    .filter(({ name, rings }) => name !== zone && rings.length > 0);

  /** What the server cannot know, because the document would be another one. */
  const problemsOf = ({ name, corners }: ZoneDraft): Record<string, string> => {
    const found: Record<string, string> = {};
    if (name === "") found.name = t("tariffs.zone_name_missing");
    if (name !== zone && names.includes(name)) found.name = t("tariffs.zone_same_name", { name });
    corners.forEach((corner, index) => {
      for (const part of ["lat", "lng"] as const)
        if (degreesOf(corner[part], LIMITS[part]) === null)
          found[`corners.${index}.${part}`] = t("tariffs.corner_wrong", { most: LIMITS[part] });
    });
    if (corners.length === 0 && (zone === null || stored?.rings?.length))
      found.corners = t("tariffs.zone_area_missing");
    return found;
  };

  const form = useForm<ZoneDraft>({
    values: zoneDraftOf(zone ?? "", stored),
    pathOf: zonePathOf,
    send: (values) => {
      const draft = { ...values, name: values.name.trim() };
      const problems = problemsOf(draft);
      if (Object.keys(problems).length > 0) throw new ApiError(400, "tariff_invalid", "", problems);
      return save(withZone(document, zone, draft.name, zoneOf(draft, stored)), draft.name);
    },
    onDone: onClose,
  });
  const { corners, holes } = form.values;
  const [history, setHistory] = useState(NO_HISTORY);
  const [chosen, setTool] = useState<Tool>(corners.length > 0 ? "select" : "polygon");
  const ring = ringOf(corners);
  const hasArea = corners.length > 0;
  const tool = !hasArea && (chosen === "select" || chosen === "delete") ? "polygon" : chosen;
  // The map stays where it is while the zone changes.
  const [fit] = useState(() =>
    ring.length > 0 ? placesOf([ring]) : placesOf(others.flatMap(({ rings }) => rings.slice(0, 1))),
  );

  const show = (next: readonly Corner[]) => form.setFieldValue("corners", [...next]);
  const change = (next: readonly Corner[], field?: string) => {
    setHistory(changed(history, corners, field));
    // The messages at corners are about their places before.
    form.clearErrors();
    show(next);
  };
  const step = (to: ReturnType<typeof undone>) =>
    to &&
    (() => {
      setHistory(to.history);
      form.clearErrors();
      show(to.ring);
    });

  return (
    <SideForm
      title={t(zone === null ? "tariffs.zone_add" : "tariffs.zone_edit")}
      onClose={onClose}
      form={form}
      saveLabel={t("app.save")}
      width={720}
    >
      <TextInput
        {...form.field("name")}
        label={t("tariffs.zone_name")}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <ZoneTools
        tool={tool}
        hasArea={hasArea}
        onTool={setTool}
        onUndo={step(undone(history, corners))}
        onRedo={step(redone(history, corners))}
        onClear={() => change([])}
      />
      <div className={classes.zoneMap}>
        <BaseMap label={t("tariffs.zone_map")} fit={fit} stage>
          <ZoneShapes shapes={others} faint />
          <ZoneDraw
            ring={ring}
            tool={tool}
            color={color}
            onDraw={(drawn) => {
              change(cornersOf(drawn));
              setTool("select");
            }}
            onDelete={(corner) => change(corners.filter((_, index) => index !== corner))}
          />
        </BaseMap>
      </div>
      <p className={classes.hint}>{t(`tariffs.hint_${tool}`)}</p>
      {holes.length > 0 ? (
        <div className={classes.cardHead}>
          <span className={classes.soft}>{t("tariffs.zone_holes")}</span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => form.setFieldValue("holes", [])}
          >
            {t("tariffs.zone_holes_remove")}
          </Button>
        </div>
      ) : null}
      <ZoneCorners
        corners={corners}
        error={form.errorOf("corners")}
        errorOf={form.errorOf}
        onChange={change}
      />
    </SideForm>
  );
}
