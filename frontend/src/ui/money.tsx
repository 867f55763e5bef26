import { useFormat } from "@/i18n/use-format";

interface MoneyProps {
  /** A decimal string from the API. */
  amount: string;
  className?: string;
}

/** An amount with the operator's symbol and decimals, in tabular figures, without line breaks. */
export function Money({ amount, className }: MoneyProps) {
  const { money } = useFormat();
  return (
    <bdi
      dir="ltr"
      className={className ? `hx-tabular ${className}` : "hx-tabular"}
      style={{ whiteSpace: "nowrap" }}
    >
      {money(amount)}
    </bdi>
  );
}
