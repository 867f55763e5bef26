import { ActionIcon, Skeleton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { earningsQuery } from "@/api/me";
import { useFormat } from "@/i18n/use-format";
import { Money } from "@/ui/money";
import classes from "./earnings-strip.module.css";

const HIDDEN_AMOUNT = "••••";

/** The earnings of today, this month and in total. One tap hides them from passengers. */
export function EarningsStrip() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { data, isError } = useQuery(earningsQuery());
  const [hidden, setHidden] = useLocalStorage({
    key: "hansom.earnings-hidden",
    defaultValue: false,
  });
  if (isError) return null;

  const figure = (amount: string) => (hidden ? HIDDEN_AMOUNT : <Money amount={amount} />);
  return (
    <section className={classes.strip} aria-label={t("driver.earnings")}>
      <dl>
        <div data-main>
          <dt>{t("driver.today")}</dt>
          <dd>{data ? figure(data.today) : <Skeleton height={22} width={64} />}</dd>
        </div>
        <div>
          <dt>{t("driver.month")}</dt>
          <dd>{data ? figure(data.month) : <Skeleton height={18} width={56} />}</dd>
        </div>
        <div>
          <dt>{t("driver.total")}</dt>
          <dd>{data ? figure(data.total) : <Skeleton height={18} width={56} />}</dd>
        </div>
        {data && Number(data.tips_total) > 0 ? (
          <div>
            <dt>{t("driver.tips_today")}</dt>
            <dd>{figure(data.tips_today)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{t("driver.trips_today")}</dt>
          <dd className="hx-tabular">
            {data ? number(data.trips_today) : <Skeleton height={18} width={24} />}
          </dd>
        </div>
      </dl>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-pressed={hidden}
        aria-label={hidden ? t("driver.show_earnings") : t("driver.hide_earnings")}
        onClick={() => setHidden(!hidden)}
      >
        {hidden ? <IconEye size={20} /> : <IconEyeOff size={20} />}
      </ActionIcon>
    </section>
  );
}
