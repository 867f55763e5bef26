import { ActionIcon, Button } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Reason } from "@/api/office-catalogue";
import classes from "./reasons.module.css";
import { useReorder } from "./use-reorder";

const PAGE_SIZE = 10;

interface ReasonTableProps {
  reasons: readonly Reason[];
  /** Demo mode: nothing is offered that changes them. */
  fixed: boolean;
  onEdit: (reason: Reason) => void;
  onDelete: (reason: Reason) => void;
}

/** The reasons in their order, ten a page; moved by the arrows or, with a mouse, by the grip. */
export function ReasonTable({ reasons, fixed, onEdit, onDelete }: ReasonTableProps) {
  const { t } = useTranslation();
  const { move, announcement } = useReorder();
  const [wanted, setWanted] = useState(0);
  const [dragged, setDragged] = useState<Reason | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const pages = Math.max(1, Math.ceil(reasons.length / PAGE_SIZE));
  const page = Math.min(wanted, pages - 1);
  const shown = reasons.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);

  const moveTo = (reason: Reason, to: number) => {
    move(reason, to);
    // It is followed to its page, as the focus is.
    setWanted(Math.floor(to / PAGE_SIZE));
  };
  const drop = (to: number) => {
    if (dragged && dragged.value !== to) moveTo(dragged, to);
    setDragged(null);
    setOver(null);
  };

  return (
    <>
      <table className={classes.table} aria-label={t("reasons.title")}>
        <thead>
          <tr>
            <th scope="col" className={classes.place}>
              {t("reasons.place")}
            </th>
            <th scope="col">{t("reasons.label")}</th>
            {fixed ? null : <td />}
          </tr>
        </thead>
        <tbody>
          {shown.map((reason) => (
            <tr
              key={reason.id}
              draggable={!fixed}
              data-over={over === reason.value || undefined}
              data-dragged={dragged?.id === reason.id || undefined}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", reason.label);
                setDragged(reason);
              }}
              onDragOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                setOver(reason.value);
              }}
              onDrop={(event) => {
                event.preventDefault();
                drop(reason.value);
              }}
              onDragEnd={() => drop(dragged?.value ?? 0)}
            >
              <td className={classes.place}>
                {fixed ? null : (
                  <IconGripVertical className={classes.grip} size={16} aria-hidden="true" />
                )}
                {reason.value}
              </td>
              <td>{reason.label}</td>
              {fixed ? null : (
                <td>
                  <div className={classes.actions}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={t("reasons.up", { label: reason.label })}
                      aria-disabled={reason.value === 0}
                      data-disabled={reason.value === 0 || undefined}
                      onClick={() => reason.value > 0 && moveTo(reason, reason.value - 1)}
                    >
                      <IconArrowUp size={18} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={t("reasons.down", { label: reason.label })}
                      aria-disabled={reason.value === reasons.length - 1}
                      data-disabled={reason.value === reasons.length - 1 || undefined}
                      onClick={() =>
                        reason.value < reasons.length - 1 && moveTo(reason, reason.value + 1)
                      }
                    >
                      <IconArrowDown size={18} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="lg"
                      aria-label={t("reasons.edit", { label: reason.label })}
                      aria-haspopup="dialog"
                      onClick={() => onEdit(reason)}
                    >
                      <IconPencil size={18} aria-hidden="true" />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="brick"
                      size="lg"
                      aria-label={t("reasons.delete", { label: reason.label })}
                      aria-haspopup="dialog"
                      onClick={() => onDelete(reason)}
                    >
                      <IconTrash size={18} aria-hidden="true" />
                    </ActionIcon>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hx-visually-hidden" role="status">
        {announcement}
      </p>
      {pages > 1 ? (
        <nav className={classes.pages} aria-label={t("reasons.title")}>
          <Button variant="default" disabled={page === 0} onClick={() => setWanted(page - 1)}>
            {t("reasons.earlier")}
          </Button>
          <span>{t("reasons.page", { page: page + 1, pages })}</span>
          <Button
            variant="default"
            disabled={page === pages - 1}
            onClick={() => setWanted(page + 1)}
          >
            {t("reasons.later")}
          </Button>
        </nav>
      ) : null}
    </>
  );
}
