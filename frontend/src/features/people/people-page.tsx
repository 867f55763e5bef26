import { Button } from "@mantine/core";
import { IconFileImport, IconPencil, IconPlus, IconTrash, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { carTypesQuery, publicSettingsQuery } from "@/api/catalogue";
import { listKey } from "@/api/people";
import { useMay } from "@/api/permissions";
import { useViewer } from "@/api/session";
import type { PersonRow } from "@/api/types";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { lazy } from "@/ui/lazy";
import { PageHeader } from "@/ui/page-header";
import { useOpenRequest } from "@/ui/use-open-request";
import { peopleColumns } from "./columns";
import type { Kind } from "./kinds";
import { nameOf } from "./name-of";
import classes from "./people.module.css";
import { usePeopleFilters } from "./use-filters";

const PersonForm = lazy(async () => ({ default: (await import("./person-form")).PersonForm }));
const DeletePerson = lazy(async () => ({
  default: (await import("./delete-person")).DeletePerson,
}));
const ImportDialog = lazy(async () => ({
  default: (await import("./import-dialog")).ImportDialog,
}));

type Open = { form: PersonRow | null } | { gone: PersonRow } | { file: true } | null;

/** The list of one kind of user: search, edit inline, add, import and delete. */
export function PeoplePage({ kind }: { kind: Kind }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const format = useFormat();
  const { role, me } = useViewer();
  const may = useMay();
  const settings = useQuery(publicSettingsQuery()).data;
  const carTypes = useQuery({ ...carTypesQuery(), enabled: kind.role === "driver" });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  useOpenRequest("add", () => setOpen({ form: null }));
  const demo = settings?.allow_critical_edits_admin === false;
  const mayApprove = role === "admin" || settings?.register.driver_approval === false;
  const columns = peopleColumns({
    t,
    format,
    role: kind.role,
    carTypes: carTypes.data ?? [],
    mayApprove,
    seesMoney: may("money"),
    me: me?.id,
  });
  const add = (
    <Button
      variant="lamp"
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      aria-haspopup="dialog"
      onClick={() => setOpen({ form: null })}
    >
      {t(kind.add)}
    </Button>
  );

  return (
    <div className={classes.page}>
      <PageHeader
        title={t(kind.title)}
        actions={
          <>
            {kind.importable ? (
              <Button
                variant="default"
                leftSection={<IconFileImport size={18} aria-hidden="true" />}
                aria-haspopup="dialog"
                onClick={() => setOpen({ file: true })}
              >
                {t("people.import")}
              </Button>
            ) : null}
            {add}
          </>
        }
      />
      <DataList<PersonRow>
        name={kind.path}
        label={t(kind.title)}
        path={`${kind.path}/`}
        queryKey={listKey(kind.path)}
        columns={columns}
        filters={usePeopleFilters(kind)}
        searchable
        rowName={(row) => nameOf(row, t)}
        onOpen={(row) => void navigate(`/people/${row.id}`)}
        actions={(row) => [
          {
            label: t("people.open"),
            icon: <IconUser size={16} aria-hidden="true" />,
            onClick: () => void navigate(`/people/${row.id}`),
          },
          {
            label: t("people.edit"),
            icon: <IconPencil size={16} aria-hidden="true" />,
            onClick: () => setOpen({ form: row }),
            dialog: true,
          },
          {
            label: t("people.delete"),
            icon: <IconTrash size={16} aria-hidden="true" />,
            color: "brick",
            onClick: () => setOpen({ gone: row }),
            dialog: true,
            disabled:
              row.id === me?.id
                ? t("errors.not_oneself")
                : demo && kind.role === "admin"
                  ? t("errors.demo_mode")
                  : false,
          },
        ]}
        empty={{ title: t("people.none"), action: add }}
        {...(kind.role === "admin" && demo
          ? {}
          : { exported: { kind: kind.exported, lead: t("people.export_lead") } })}
      />
      <Suspense fallback={null}>
        {open && "form" in open ? (
          <PersonForm kind={kind} person={open.form} mayApprove={mayApprove} onClose={close} />
        ) : null}
        {open && "gone" in open ? <DeletePerson person={open.gone} onClose={close} /> : null}
        {open && "file" in open ? (
          <ImportDialog role={kind.role === "driver" ? "driver" : "rider"} onClose={close} />
        ) : null}
      </Suspense>
    </div>
  );
}
