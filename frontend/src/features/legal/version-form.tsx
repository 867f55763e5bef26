import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { PlatformLanguage } from "@/api/languages";
import {
  addVersion,
  DOCUMENTS,
  offeredLanguagesQuery,
  type TermsDraft,
  type TermsVersion,
  updateVersion,
  versionsKey,
} from "@/api/terms";
import { useForm } from "@/ui/form/use-form";
import { SideForm } from "@/ui/side-panel";
import { versionName } from "./columns";

interface VersionFormProps {
  /** The draft to edit, or null for a new one. */
  version: TermsVersion | null;
  onClose: () => void;
}

/** Form of a draft, with a text in each of the platform's languages. */
export function VersionForm(props: VersionFormProps) {
  const { data } = useQuery(offeredLanguagesQuery());
  return data ? <Fields {...props} languages={data} /> : null;
}

interface FieldsProps extends VersionFormProps {
  languages: readonly Pick<PlatformLanguage, "code" | "name" | "default" | "dir">[];
}

function Fields({ version, onClose, languages }: FieldsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const texts = Object.fromEntries(languages.map(({ code }) => [code, version?.texts[code] ?? ""]));
  const form = useForm<TermsDraft>({
    values: {
      document: version?.document ?? "terms",
      label: version?.label ?? "",
      texts,
    },
    send: (draft) => (version ? updateVersion(version.id, draft) : addVersion(draft)),
    notice: t("terms.saved"),
    onDone: () => {
      void client.invalidateQueries({ queryKey: versionsKey });
      onClose();
    },
  });
  const defaultFirst = [...languages].sort((a, b) => Number(b.default) - Number(a.default));

  return (
    <SideForm
      title={version ? versionName(version, t) : t("terms.add")}
      onClose={onClose}
      form={form}
      saveLabel={t("app.save")}
      width={640}
    >
      <NativeSelect
        {...form.field("document")}
        label={t("terms.document")}
        data={DOCUMENTS.map((value) => ({ value, label: t(`terms.documents.${value}`) }))}
        data-autofocus
      />
      <TextInput
        {...form.field("label")}
        label={t("terms.version")}
        description={t("terms.version_hint")}
        maxLength={40}
      />
      {defaultFirst.map(({ code, name, dir, default: isDefault }) => (
        <Textarea
          key={code}
          {...form.field(`texts.${code}`)}
          label={t("terms.text_in", { language: name })}
          description={isDefault ? t("terms.text_default") : undefined}
          lang={code}
          dir={dir}
          autosize
          minRows={isDefault ? 8 : 3}
          maxRows={20}
        />
      ))}
    </SideForm>
  );
}
