import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { rolesKey, type StaffRole } from "@/api/staff-roles";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import type { RowAction } from "@/ui/data-table/types";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { roleColumns } from "./columns";
import { DeleteRole } from "./delete-role";
import classes from "./staff-roles.module.css";

const RoleForm = lazy(async () => ({ default: (await import("./role-form")).RoleForm }));

type Opened = { form: StaffRole | null } | { gone: StaffRole } | null;

/** The roles of admins: what each may see and change. */
export function StaffRolesPage() {
  const { t } = useTranslation();
  const format = useFormat();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  useOpenRequest("add", () => setOpened({ form: null }));
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setOpened({ form: null })}
    >
      {t("staff.add")}
    </Button>
  );
  const actions = (role: StaffRole): RowAction[] => [
    {
      label: t("staff.edit"),
      icon: <IconPencil size={16} aria-hidden="true" />,
      onClick: () => setOpened({ form: role }),
      dialog: true,
      disabled: role.editable ? false : t("staff.not_editable"),
    },
    {
      label: t("staff.delete"),
      icon: <IconTrash size={16} aria-hidden="true" />,
      color: "brick",
      onClick: () => setOpened({ gone: role }),
      dialog: true,
      disabled: role.editable ? false : t("staff.not_editable"),
    },
  ];
  return (
    <div className={classes.page}>
      <PageHeader title={t("staff.title")} lead={t("staff.lead")} actions={add} />
      <DataList<StaffRole>
        name="staff-roles"
        label={t("staff.title")}
        path="staff-roles/"
        queryKey={rolesKey}
        whole={{}}
        withoutViews
        columns={roleColumns(t, format)}
        rowName={({ name }) => name}
        onOpen={(role) => setOpened({ form: role })}
        opensDialog
        actions={actions}
        empty={{ title: t("staff.none"), body: t("staff.none_body"), action: add }}
      />
      <Suspense fallback={null}>
        {opened && "form" in opened ? <RoleForm edited={opened.form} onClose={close} /> : null}
      </Suspense>
      {opened && "gone" in opened ? <DeleteRole role={opened.gone} onClose={close} /> : null}
    </div>
  );
}
