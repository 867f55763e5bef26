import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { publicSettingsQuery } from "@/api/catalogue";
import { latinAmount } from "@/i18n/digits";
import { useFormat } from "@/i18n/use-format";

const NUMBER = /^\d+([.,]\d+)?$/;

interface TypedAmount {
  /** The amount in the API's format. */
  amount: string;
  valid: boolean;
  /** The error, which names the permitted range. */
  problem: string | null;
}

/** Parses a typed amount within the limits, with no more decimals than the platform's currency. */
export function useAmount(typed: string, most: number, atLeast = 0): TypedAmount {
  const { t } = useTranslation();
  const { money } = useFormat();
  const decimals = useQuery(publicSettingsQuery()).data?.decimal ?? 2;
  const text = latinAmount(typed.trim());
  const amount = text.replace(",", ".");
  const least = Math.max(atLeast, 10 ** -decimals);
  const places = amount.split(".")[1]?.length ?? 0;
  const valid =
    NUMBER.test(text) && places <= decimals && Number(amount) >= least && Number(amount) <= most;
  const problem =
    text === "" || valid
      ? null
      : t("wallet.amount_between", { min: money(String(least)), max: money(String(most)) });
  return { amount, valid, problem };
}
