import { Button } from "@mantine/core";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import { lazy } from "@/ui/lazy";
import classes from "./cases.module.css";

const OpenCase = lazy(async () => ({ default: (await import("./open-case")).OpenCase }));

interface CasesCardProps {
  /** The people whose case it can be. */
  people: readonly { id: number; name: string }[];
  booking?: number;
  /** The parameters of the list with the cases of the person or booking. */
  list: string;
}

/** Links the cases of a person or booking; admins open a new one. */
export function CasesCard({ people, booking, list }: CasesCardProps) {
  const { t } = useTranslation();
  const [opening, setOpening] = useState(false);
  const id = useId();
  const may = useMay();
  const { role } = useViewer();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{t("cases.title")}</h2>
      <div className={classes.actions}>
        <Button component={Link} to={`/cases?show=all&${list}`} variant="default">
          {t("cases.list")}
        </Button>
        {role === "admin" && may("cases", "change") ? (
          <Button variant="default" aria-haspopup="dialog" onClick={() => setOpening(true)}>
            {t("cases.open")}
          </Button>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {opening ? (
          <OpenCase
            people={people}
            {...(booking ? { booking } : {})}
            onClose={() => setOpening(false)}
          />
        ) : null}
      </Suspense>
    </section>
  );
}
