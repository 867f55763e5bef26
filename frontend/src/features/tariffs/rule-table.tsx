import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Rule, TariffProblem } from "@/api/tariffs";
import { useFormat } from "@/i18n/use-format";
import { RowActions } from "@/ui/data-table/row-actions";
import classes from "./tariffs.module.css";
import { actionWords, conditionWords } from "./words";

interface RuleTableProps {
  rules: readonly Rule[];
  problems: readonly TariffProblem[];
  /** Undefined for a published tariff, which never changes. */
  edit?:
    | {
        onEdit: (number: number) => void;
        onMove: (from: number, to: number) => void;
        onDelete: (number: number) => void;
      }
    | undefined;
}

/** The rules of a tariff in their order, each in words, with what is wrong with it. */
export function RuleTable({ rules, problems, edit }: RuleTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <ol className={classes.rules} aria-label={t("tariffs.rules")}>
      {rules.map((rule, number) => {
        const found = problems.filter((problem) => problem.rule === number);
        const conditions = conditionWords(rule, t);
        return (
          // Rules have no identity but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={number} className={classes.rule} data-wrong={found.length > 0 || undefined}>
            <span className={classes.number} aria-hidden="true">
              {format.number(number + 1)}
            </span>
            <div className={classes.about}>
              <strong>
                <bdi>{rule.name}</bdi>
              </strong>
              <span className={classes.soft}>
                {t(`tariffs.kind_${rule.then.kind}` as "tariffs.kind_rates")}
                {" · "}
                {conditions.length > 0 ? <bdi>{conditions.join(" · ")}</bdi> : t("tariffs.always")}
              </span>
              {found.map((problem) => (
                <span key={problem.code + problem.detail} className={classes.problem}>
                  <IconAlertTriangle size={16} aria-hidden="true" />
                  {t(`tariffs.problem_${problem.code}` as "tariffs.problem_gap", {
                    detail: problem.detail,
                  })}
                </span>
              ))}
            </div>
            <bdi className={classes.price}>{actionWords(rule, t, format)}</bdi>
            {edit ? (
              <RowActions
                name={rule.name}
                actions={[
                  {
                    label: t("tariffs.edit"),
                    icon: <IconPencil size={16} aria-hidden="true" />,
                    onClick: () => edit.onEdit(number),
                    dialog: true,
                  },
                  {
                    label: t("cartypes.up"),
                    icon: <IconArrowUp size={16} aria-hidden="true" />,
                    onClick: () => edit.onMove(number, number - 1),
                    disabled: number === 0,
                  },
                  {
                    label: t("cartypes.down"),
                    icon: <IconArrowDown size={16} aria-hidden="true" />,
                    onClick: () => edit.onMove(number, number + 1),
                    disabled: number === rules.length - 1,
                  },
                  {
                    label: t("tariffs.delete"),
                    icon: <IconTrash size={16} aria-hidden="true" />,
                    color: "brick",
                    onClick: () => edit.onDelete(number),
                    disabled: rules.length === 1,
                  },
                ]}
              />
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
