import { ActionIcon, Menu } from "@mantine/core";
import {
  IconBan,
  IconDots,
  IconEye,
  IconFilter,
  IconReceipt,
  IconRefresh,
  IconSteeringWheel,
  IconWallet,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { BookingRow, UserType } from "@/api/types";
import classes from "./bookings-table.module.css";

export type RowAction = "assign" | "search" | "pay" | "cancel";

/** Who may do what to a row, when the server offers it: documents 1, sections 2, 4 and 6. */
const ACTIONS_OF: Record<UserType, readonly RowAction[]> = {
  rider: ["pay", "cancel"],
  admin: ["assign", "search", "cancel"],
  driver: [],
  fleetadmin: [],
};

export function actionsFor(row: BookingRow, role: UserType | null): readonly RowAction[] {
  return role === null ? [] : ACTIONS_OF[role].filter((action) => row.actions.includes(action));
}

const SETTLED = ["PAID", "COMPLETE"];

const icon = { size: 18, stroke: 1.8, "aria-hidden": true } as const;
const ICONS = {
  assign: <IconSteeringWheel {...icon} />,
  search: <IconRefresh {...icon} />,
  pay: <IconWallet {...icon} />,
  cancel: <IconBan {...icon} />,
};

interface RowMenuProps {
  row: BookingRow;
  role: UserType | null;
  onAction: (action: RowAction) => void;
  /** Filters the list by this row's person, for viewers who see several. */
  onOnly: (who: "driver" | "rider", id: number) => void;
}

/** What can be done with one booking without leaving the list. */
export function RowMenu({ row, role, onAction, onOnly }: RowMenuProps) {
  const { t } = useTranslation();
  const office = role === "admin" || role === "fleetadmin";
  const { driver_id, customer_id } = row;
  return (
    <Menu position="bottom-end" withinPortal classNames={{ item: classes.item ?? "" }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t("history.menu", { reference: row.reference })}
        >
          <IconDots size={20} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actionsFor(row, role).map((action) => (
          <Menu.Item
            key={action}
            leftSection={ICONS[action]}
            {...(action === "cancel" ? { color: "brick" } : {})}
            aria-haspopup="dialog"
            onClick={() => onAction(action)}
          >
            {t(`history.do_${action}`)}
          </Menu.Item>
        ))}
        <Menu.Item component={Link} to={`/bookings/${row.id}`} leftSection={<IconEye {...icon} />}>
          {t("history.do_open")}
        </Menu.Item>
        {SETTLED.includes(row.status) ? (
          <Menu.Item
            component={Link}
            to={`/bookings/${row.id}/receipt`}
            leftSection={<IconReceipt {...icon} />}
          >
            {t("receipt.open")}
          </Menu.Item>
        ) : null}
        {office && driver_id ? (
          <Menu.Item
            leftSection={<IconFilter {...icon} />}
            onClick={() => onOnly("driver", driver_id)}
          >
            {t("history.only_driver")}
          </Menu.Item>
        ) : null}
        {office && customer_id ? (
          <Menu.Item
            leftSection={<IconFilter {...icon} />}
            onClick={() => onOnly("rider", customer_id)}
          >
            {t("history.only_rider")}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
