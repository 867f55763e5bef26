import { Badge, Table } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Surge } from "@/api/surge";
import { useFormat } from "@/i18n/use-format";
import classes from "./tariffs.module.css";

/** Each zone and car type with its factor, and the requests and cars that it follows from. */
export function SurgeTable({ surge }: { surge: Surge }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const hasZones = surge.places.some(({ zone }) => zone);
  const rest = t(hasZones ? "tariffs.surge_elsewhere" : "tariffs.surge_everywhere");
  return (
    <section className={classes.card} aria-labelledby="surge-now">
      <div className={classes.cardHead}>
        <h2 id="surge-now">{t("tariffs.surge_now")}</h2>
      </div>
      {surge.stopped ? <p role="status">{t("tariffs.surge_stopped")}</p> : null}
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t("tariffs.surge_zone")}</Table.Th>
              <Table.Th scope="col">{t("tariffs.surge_car_type")}</Table.Th>
              <Table.Th scope="col">{t("tariffs.surge_factor")}</Table.Th>
              <Table.Th scope="col">{t("tariffs.surge_waiting")}</Table.Th>
              <Table.Th scope="col">{t("tariffs.surge_free")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {surge.places.map((place) => {
              const factor = surge.stopped ? 1 : Number(place.factor);
              return (
                <Table.Tr key={`${place.zone}/${place.car_type_id}`}>
                  <Table.Td>
                    <bdi>{place.zone || rest}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <bdi>{place.car_type_name}</bdi>
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={factor > 1 ? "yellow" : "gray"} tt="none">
                      {number(factor)}
                    </Badge>
                  </Table.Td>
                  <Table.Td>{number(place.waiting)}</Table.Td>
                  <Table.Td>{number(place.free)}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
