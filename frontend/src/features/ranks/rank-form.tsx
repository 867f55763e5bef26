import { Checkbox, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addRank, changeRank, type Rank, ranksKey } from "@/api/ranks";
import { BaseMap } from "@/map/base-map";
import { CircleShape } from "@/map/circle-shape";
import { AmountInput } from "@/ui/amount-input";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { TwoColumns } from "@/ui/two-columns";
import classes from "./ranks.module.css";

/** About ten centimeters. */
const DECIMALS = 6;
const METRES_PER_DEGREE = 111_195;

function draftOf(rank: Rank | null) {
  return {
    name: rank?.name ?? "",
    lat: rank ? String(rank.lat) : "",
    lng: rank ? String(rank.lng) : "",
    radius_m: String(rank?.radius_m ?? 100),
    max_drivers: String(rank?.max_drivers ?? 20),
    active: rank?.active ?? true,
  };
}
type Draft = ReturnType<typeof draftOf>;

/** The values as sent; the server refuses a text that is no number. */
const bodyOf = ({ name, active, ...numbers }: Draft) => ({
  name,
  active,
  lat: numbers.lat.trim() as unknown as number,
  lng: numbers.lng.trim() as unknown as number,
  radius_m: numbers.radius_m.trim() as unknown as number,
  max_drivers: numbers.max_drivers.trim() as unknown as number,
});

/** The circle of the draft, or null while a number is missing or wrong. */
function circleOf({ lat, lng, radius_m }: Draft) {
  const [latitude, longitude, radius] = [lat, lng, radius_m].map((text) =>
    text.trim() === "" ? Number.NaN : Number(text),
  ) as [number, number, number];
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace && radius > 0 ? { lat: latitude, lng: longitude, radius } : null;
}

/** The corners of the map that shows twice the circle. */
function around({ lat, lng, radius }: { lat: number; lng: number; radius: number }) {
  const high = (2 * radius) / METRES_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return [
    { lat: lat - high, lng: lng - wide },
    { lat: lat + high, lng: lng + wide },
  ];
}

interface RankFormProps {
  /** The rank to edit, or null for a new one. */
  rank: Rank | null;
  onClose: () => void;
}

/** A taxi rank: its circle is set on the map or by its numbers. */
export function RankForm({ rank, onClose }: RankFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm({
    values: draftOf(rank),
    send: (draft) => (rank ? changeRank(rank.id, bodyOf(draft)) : addRank(bodyOf(draft))),
    marks: ({ code }) => (code === "rank_name_taken" ? ["name"] : []),
    notice: t(rank ? "fleet.rank_changed" : "fleet.rank_added"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: ranksKey });
      onClose();
    },
  });
  const circle = circleOf(form.values);
  // The map follows typed numbers, and stays where it is after a click.
  const [fit, setFit] = useState(() => (circle ? around(circle) : []));

  const follow = () => {
    if (circle) setFit(around(circle));
  };

  return (
    <SideForm
      title={rank ? rank.name : t("fleet.rank_add")}
      onClose={onClose}
      form={form}
      saveLabel={rank ? t("app.save") : t("fleet.rank_add")}
      width={640}
    >
      <TextInput
        {...form.field("name")}
        label={t("fleet.rank_name")}
        maxLength={80}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.map}>
        <BaseMap
          label={t("fleet.rank_map")}
          fit={fit}
          stage
          onPick={({ lat, lng }) => {
            form.setFieldValue("lat", String(Number(lat.toFixed(DECIMALS))));
            form.setFieldValue("lng", String(Number(lng.toFixed(DECIMALS))));
          }}
        >
          {circle ? <CircleShape center={circle} radius={circle.radius} /> : null}
        </BaseMap>
      </div>
      <p className={classes.soft}>{t("fleet.rank_map_hint")}</p>
      <TwoColumns>
        <AmountInput
          {...form.field("lat")}
          onBlur={follow}
          label={t("fleet.rank_lat")}
          inputMode="text"
          dir="ltr"
        />
        <AmountInput
          {...form.field("lng")}
          onBlur={follow}
          label={t("fleet.rank_lng")}
          inputMode="text"
          dir="ltr"
        />
        <AmountInput
          {...form.field("radius_m")}
          onBlur={follow}
          label={t("fleet.rank_radius")}
          inputMode="numeric"
        />
        <AmountInput
          {...form.field("max_drivers")}
          label={t("fleet.rank_max")}
          inputMode="numeric"
        />
      </TwoColumns>
      <Checkbox {...form.field("active", { type: "checkbox" })} label={t("fleet.rank_open")} />
    </SideForm>
  );
}
