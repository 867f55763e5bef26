import {
  IconBan,
  IconEye,
  IconFilter,
  IconReceipt,
  IconRefresh,
  IconSteeringWheel,
  IconWallet,
} from "@tabler/icons-react";
import type { TFunction } from "i18next";
import type { BookingRow, UserType } from "@/api/types";
import type { RowAction } from "@/ui/data-table/types";

export type ListAction = "assign" | "search" | "pay" | "cancel";

/** The actions of each role, if the server offers them: document 1, sections 2, 4 and 6. */
const ACTIONS_OF: Record<UserType, readonly ListAction[]> = {
  rider: ["pay", "cancel"],
  admin: ["assign", "search", "cancel"],
  driver: [],
  fleetadmin: [],
};

export function actionsFor(row: BookingRow, role: UserType | null): readonly ListAction[] {
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

interface RowMenu {
  row: BookingRow;
  role: UserType | null;
  t: TFunction;
  onAction: (action: ListAction) => void;
  /** Filters the list by this row's person, for viewers who see several. */
  onOnly: (who: "driver" | "rider", id: number) => void;
}

/** The menu of a booking in the list. */
export function rowActions({ row, role, t, onAction, onOnly }: RowMenu): RowAction[] {
  const isStaff = role === "admin" || role === "fleetadmin";
  const only = (who: "driver" | "rider", id: number | null | undefined): RowAction[] =>
    isStaff && id
      ? [
          {
            label: t(`history.only_${who}`),
            icon: <IconFilter {...icon} />,
            onClick: () => onOnly(who, id),
          },
        ]
      : [];
  return [
    ...actionsFor(row, role).map((action) => ({
      label: t(`history.do_${action}`),
      icon: ICONS[action],
      onClick: () => onAction(action),
      dialog: true,
      ...(action === "cancel" ? { color: "brick" } : {}),
    })),
    { label: t("history.do_open"), icon: <IconEye {...icon} />, to: `/bookings/${row.id}` },
    ...(SETTLED.includes(row.status)
      ? [
          {
            label: t("receipt.open"),
            icon: <IconReceipt {...icon} />,
            to: `/bookings/${row.id}/receipt`,
          },
        ]
      : []),
    ...only("driver", row.driver_id),
    ...only("rider", row.customer_id),
  ];
}
