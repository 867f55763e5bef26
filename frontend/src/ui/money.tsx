import { useFormat } from "@/i18n/use-format";

interface MoneyProps {
  /** A decimal string, as the API sends it. */
  amount: string;
  className?: string;
}

/** An amount with the operator's symbol and decimals, in tabular figures, never broken over two lines. */
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
