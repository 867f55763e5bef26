import { IconReceipt2, IconRoute2, IconWallet } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { AppCategory } from "@/api/types";
import classes from "./product.module.css";

/** Three product features in a panel below the hero. */
export function Product({ context }: { context: AppCategory | undefined }) {
  const { t } = useTranslation();
  const features = [
    {
      Icon: IconReceipt2,
      title: t("home.feature_price_title", { context }),
      body: t("home.feature_price_body"),
    },
    {
      Icon: IconRoute2,
      title: t("home.feature_live_title"),
      body: t("home.feature_live_body", { context }),
    },
    {
      Icon: IconWallet,
      title: t("home.feature_pay_title"),
      body: t("home.feature_pay_body", { context }),
    },
  ];
  return (
    <section className={classes.raised}>
      <div className={classes.product}>
        <h2 className={classes.heading}>{t("home.product_heading", { context })}</h2>
        <p className={classes.paragraph}>{t("home.product_paragraph", { context })}</p>
        <ul className={classes.features}>
          {features.map(({ Icon, title, body }) => (
            <li key={title}>
              <Icon size={30} stroke={1.6} aria-hidden="true" />
              <h3>{title}</h3>
              <p>{body}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
