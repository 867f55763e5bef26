import { useTranslation } from "react-i18next";
import type { Me } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import classes from "./identity-card.module.css";
import { PhotoEditor } from "./photo-editor";

/** The user's photo, name and account type. */
export function IdentityCard({ me }: { me: Me }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const name = `${me.first_name} ${me.last_name}`.trim() || me.email || me.mobile || "";
  const rating = me.driver?.rating;
  return (
    <div className={classes.card}>
      <PhotoEditor me={me} name={name} />
      <div className={classes.text}>
        <p className={classes.name} dir="auto">
          {name}
        </p>
        <p className={classes.facts}>
          <span className={classes.role}>{t(`role.${me.user_type}`)}</span>
          {rating ? (
            <span className={classes.rating}>
              <span aria-hidden="true">★</span>
              <span className="hx-visually-hidden">{t("profile.rating")}: </span>
              {number(Number(rating))}
            </span>
          ) : null}
        </p>
        <p className={classes.since}>{t("profile.since", { date: date(me.created_at) })}</p>
      </div>
    </div>
  );
}
