import { ActionIcon, Badge, Button, FileButton } from "@mantine/core";
import { IconDownload, IconFileImport, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { Tariff, TariffDocument } from "@/api/tariffs";
import { errorText } from "@/i18n/error-text";
import { lazy } from "@/ui/lazy";
import { Message } from "@/ui/message";
import { LoadingState } from "@/ui/states";
import { toast } from "@/ui/toast";
import { saveFile } from "./download";
import classes from "./tariffs.module.css";
import { zoneColor } from "./zone-colors";
import { usedZones, zonesByName } from "./zone-draft";
import { geoJsonOf, zonesOf } from "./zones";

const ZonesMap = lazy(async () => ({ default: (await import("./zones-map")).ZonesMap }));
const ZoneForm = lazy(async () => ({ default: (await import("./zone-form")).ZoneForm }));

interface ZonesCardProps {
  tariff: Tariff;
  /** Undefined for a published tariff. */
  save?: ((document: TariffDocument) => Promise<unknown>) | undefined;
  /** Reads the tariff again after a refusal: someone else may have changed it. */
  onRefused: () => void;
}

/** The zones of a tariff on a map: drawn here, or imported from GeoJSON. */
export function ZonesCard({ tariff, save, onRefused }: ZonesCardProps) {
  const { t } = useTranslation();
  const { document } = tariff;
  const zones = zonesByName(document);
  const used = usedZones(document);
  const heading = useRef<HTMLHeadingElement>(null);
  const [edited, setEdited] = useState<{ zone: string | null } | null>(null);
  /** The first name of each renamed zone, so that the focus returns to its button. */
  const keys = useRef(new Map<string, string>());
  const keyOf = (name: string) => keys.current.get(name) ?? name;
  const change = useMutation({
    mutationFn: async (next: TariffDocument) => save?.(next),
    onError: (failure) => {
      if (problemsOf(failure).length === 0) toast.failure(errorText(failure, t));
      onRefused();
    },
  });
  const shapes = zones
    .map(([name, { rings = [] }], place) => ({ name, rings, color: zoneColor(place) }))
    .filter(({ rings }) => rings.length > 0);

  const importFile = async (file: File | null) => {
    if (!file) return;
    const found = zonesOf(await file.text(), t("tariffs.replay_zones"));
    if (Object.keys(found).length === 0) toast.failure(t("tariffs.zones_none_found"));
    else
      change.mutate(
        { ...document, zones: { ...document.zones, ...found } },
        { onSuccess: () => toast.success(t("tariffs.zones_imported")) },
      );
  };
  const remove = (name: string) => {
    const { [name]: _, ...rest } = document.zones ?? {};
    // Its button is going to disappear.
    heading.current?.focus();
    change.mutate({ ...document, zones: rest });
  };
  const button = { variant: "default", size: "compact-sm" } as const;

  return (
    <section className={classes.card} aria-labelledby="tariff-zones">
      <div className={classes.cardHead}>
        <h2 id="tariff-zones" ref={heading} tabIndex={-1}>
          {t("tariffs.zones")}
        </h2>
        <div className={classes.tools}>
          {shapes.length > 0 ? (
            <Button
              {...button}
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() =>
                saveFile(
                  `tariff-${tariff.id}-zones.geojson`,
                  geoJsonOf(document.zones ?? {}),
                  "application/geo+json",
                )
              }
            >
              {t("tariffs.zones_export")}
            </Button>
          ) : null}
          {save ? (
            <>
              <FileButton accept=".json,.geojson,application/geo+json" onChange={importFile}>
                {(props) => (
                  <Button
                    {...props}
                    {...button}
                    loading={change.isPending}
                    leftSection={<IconFileImport size={16} aria-hidden="true" />}
                  >
                    {t("tariffs.zones_import")}
                  </Button>
                )}
              </FileButton>
              <Button
                {...button}
                leftSection={<IconPlus size={16} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setEdited({ zone: null })}
              >
                {t("tariffs.zone_add")}
              </Button>
            </>
          ) : null}
        </div>
      </div>
      <p className={classes.soft}>
        {t(zones.length === 0 && !save ? "tariffs.zones_none" : "tariffs.zones_lead")}
      </p>
      {problemsOf(change.error).length > 0 ? (
        <Message tone="danger" urgent>
          {errorText(change.error, t)}
          <ul className={classes.problems}>
            {problemsOf(change.error).map(([path, sentence]) => (
              <li key={path}>
                <bdi>{path.replace(/^zones\./, "").replace(/\.rings(\[\d+\])?$/, "")}</bdi>:{" "}
                <bdi>{sentence}</bdi>
              </li>
            ))}
          </ul>
        </Message>
      ) : null}
      {shapes.length > 0 ? (
        <div className={classes.zonesMap}>
          <Suspense fallback={<LoadingState label={t("map.loading")} />}>
            <ZonesMap shapes={shapes} />
          </Suspense>
        </div>
      ) : null}
      <ul className={classes.names}>
        {zones.map(([name, zone], place) => (
          <li key={keyOf(name)}>
            <span
              className={classes.swatch}
              style={{ background: zoneColor(place) }}
              aria-hidden="true"
            />
            <bdi>{name}</bdi>
            {zone.rings?.length ? null : (
              <Badge variant="light" color="yellow" tt="none">
                {t("tariffs.zone_without_area")}
              </Badge>
            )}
            {save ? (
              <span className={classes.actions}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t("tariffs.zone_edit_named", { name })}
                  aria-haspopup="dialog"
                  onClick={() => setEdited({ zone: name })}
                >
                  <IconPencil size={18} aria-hidden="true" />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={used.has(name)}
                  title={used.has(name) ? t("tariffs.zone_used") : undefined}
                  aria-label={t("tariffs.zone_remove", { name })}
                  onClick={() => remove(name)}
                >
                  <IconTrash size={18} aria-hidden="true" />
                </ActionIcon>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {edited && save ? (
          <ZoneForm
            tariff={tariff}
            zone={edited.zone}
            save={(next, name) => {
              if (edited.zone !== null) keys.current.set(name, keyOf(edited.zone));
              return save(next);
            }}
            onClose={() => setEdited(null)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}

/** The zones that the server refuses, with the reason. */
const problemsOf = (error: unknown): [string, string][] =>
  error instanceof ApiError ? Object.entries(error.fields) : [];
