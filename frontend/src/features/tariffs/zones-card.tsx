import { ActionIcon, Badge, Button, FileButton } from "@mantine/core";
import { IconFileImport, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TariffDocument } from "@/api/tariffs";
import { toast } from "@/ui/toast";
import { conditionsOf } from "./conditions";
import classes from "./tariffs.module.css";
import { zonesOf } from "./zones";

interface ZonesCardProps {
  document: TariffDocument;
  /** Undefined for a published tariff. */
  save?: ((document: TariffDocument) => void) | undefined;
}

/** The names of the zones that a rule uses. */
function usedZones({ rules }: TariffDocument): Set<string> {
  return new Set(
    rules.flatMap(({ when }) => {
      const { pickup_zones, drop_zones, zones, zone_pairs } = conditionsOf(when);
      return [
        ...pickup_zones,
        ...drop_zones,
        ...zones,
        ...zone_pairs.flatMap(({ pickup, drop }) => [pickup, drop]),
      ];
    }),
  );
}

/** The zones of a tariff, imported from GeoJSON. */
export function ZonesCard({ document, save }: ZonesCardProps) {
  const { t } = useTranslation();
  const zones = document.zones ?? {};
  const used = usedZones(document);
  const importFile = async (file: File | null) => {
    if (!file || !save) return;
    const found = zonesOf(await file.text());
    const count = Object.keys(found).length;
    if (count === 0) toast.failure(t("tariffs.zones_none_found"));
    else save({ ...document, zones: { ...zones, ...found } });
  };
  const remove = (name: string) => {
    const { [name]: _, ...rest } = zones;
    save?.({ ...document, zones: rest });
  };
  return (
    <section className={classes.card} aria-labelledby="tariff-zones">
      <div className={classes.cardHead}>
        <h2 id="tariff-zones">{t("tariffs.zones")}</h2>
        {save ? (
          <FileButton accept=".json,.geojson,application/geo+json" onChange={importFile}>
            {(props) => (
              <Button
                {...props}
                variant="default"
                size="compact-sm"
                leftSection={<IconFileImport size={16} aria-hidden="true" />}
              >
                {t("tariffs.zones_import")}
              </Button>
            )}
          </FileButton>
        ) : null}
      </div>
      <p className={classes.soft}>{t("tariffs.zones_lead")}</p>
      <ul className={classes.names}>
        {Object.entries(zones).map(([name, zone]) => (
          <li key={name}>
            <bdi>{name}</bdi>
            {zone.rings?.length ? null : (
              <Badge variant="light" color="yellow" tt="none">
                {t("tariffs.zone_without_area")}
              </Badge>
            )}
            {save ? (
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
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
