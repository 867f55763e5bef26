import { Table } from "@mantine/core";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { QuoteNumbers } from "@/api/quotes";
import { useFormat } from "@/i18n/use-format";
import classes from "./quotes.module.css";
import page from "./tariffs.module.css";

interface QuoteTableProps {
  title: string;
  /** The heading of the first column. */
  label: string;
  rows: readonly (QuoteNumbers & { key: string; name: string })[];
  /** Instead of the table without rows. */
  none?: string;
}

/** Quotes, bookings and conversion of each area or car type. */
export function QuoteTable({ title, label, rows, none }: QuoteTableProps) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const id = useId();
  return (
    <section className={page.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && none ? (
        <p className={page.soft}>{none}</p>
      ) : (
        <Table.ScrollContainer minWidth={300}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{label}</Table.Th>
                <Table.Th scope="col" className={classes.amount}>
                  {t("tariffs.quotes_count")}
                </Table.Th>
                <Table.Th scope="col" className={classes.amount}>
                  {t("tariffs.quotes_taken")}
                </Table.Th>
                <Table.Th scope="col" className={classes.amount}>
                  {t("tariffs.quotes_conversion")}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, name, quotes, taken, conversion }) => (
                <Table.Tr key={key}>
                  <Table.Td>
                    <bdi>{name}</bdi>
                  </Table.Td>
                  {quotes === null || taken === null ? (
                    <Table.Td colSpan={3} className={`${classes.amount} ${classes.few}`}>
                      {t("tariffs.quotes_few")}
                    </Table.Td>
                  ) : (
                    <>
                      <Table.Td className={classes.amount}>{number(quotes)}</Table.Td>
                      <Table.Td className={classes.amount}>{number(taken)}</Table.Td>
                      <Table.Td className={classes.amount}>
                        {conversion === null ? "–" : percent(conversion)}
                      </Table.Td>
                    </>
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </section>
  );
}
