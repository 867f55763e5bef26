import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ListPath } from "@/api/client";
import type { FileFormat, RegisterRow } from "@/api/register";
import type { QueryParams } from "@/api/request";
import { errorText } from "@/i18n/error-text";
import { useFormat } from "@/i18n/use-format";
import { DataList } from "@/ui/data-table/data-list";
import { toast } from "@/ui/toast";
import { useAddress } from "@/ui/use-address";
import { registerColumns } from "./columns";

interface RegisterListProps {
  name: string;
  path: ListPath<RegisterRow>;
  /** Whether the viewer is an admin, who can open bookings, store views and export in the background. */
  forAdmin: boolean;
  formats: readonly FileFormat[];
  save: (format: FileFormat, params: QueryParams) => Promise<void>;
  empty: { title: string; body?: string };
}

/** The dispatches, with filters, and downloads of what the filters leave. */
export function RegisterList(props: RegisterListProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormat();
  const { params } = useAddress();
  const file = useMutation({
    mutationFn: (wanted: FileFormat) =>
      props.save(
        wanted,
        Object.fromEntries(["search", "from", "to"].map((name) => [name, params.get(name)])),
      ),
    onError: (error) => toast.failure(errorText(error, t)),
  });
  return (
    <DataList<RegisterRow>
      name={props.name}
      label={t("inspection.title")}
      path={props.path}
      columns={registerColumns(t, format, { linked: props.forAdmin })}
      filters={[
        { name: "from", label: t("history.from"), kind: "date", until: "to" },
        { name: "to", label: t("history.to"), kind: "date", since: "from" },
      ]}
      searchable
      searchTexts={{ label: t("inspection.search"), hint: t("inspection.search_hint") }}
      rowName={(row) => row.reference}
      empty={props.empty}
      withoutViews={!props.forAdmin}
      {...(props.forAdmin
        ? { exported: { kind: "register", lead: t("inspection.export_lead"), printable: true } }
        : {})}
      tools={props.formats.map((wanted) => (
        <Button
          key={wanted}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          loading={file.isPending && file.variables === wanted}
          onClick={() => file.mutate(wanted)}
        >
          {t(`inspection.file_${wanted}`)}
        </Button>
      ))}
    />
  );
}
