import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { termsQuery } from "@/api/terms";
import { AgreeLabel } from "@/ui/terms/agree-label";

interface AgreeFieldProps {
  /** The ids of the versions that the user agreed to. */
  agreed: readonly number[];
  onChange: (versions: number[]) => void;
  error: string | false;
}

/** The box that agrees to the current terms; nothing if none are published. */
export function AgreeField({ agreed, onChange, error }: AgreeFieldProps) {
  const { i18n } = useTranslation();
  const { data: versions = [] } = useQuery(termsQuery(i18n.language));
  if (versions.length === 0) return null;
  const ids = versions.map(({ id }) => id);
  return (
    <Checkbox
      checked={ids.every((id) => agreed.includes(id))}
      onChange={(event) => onChange(event.currentTarget.checked ? ids : [])}
      error={error}
      aria-invalid={error !== false || undefined}
      label={<AgreeLabel versions={versions} />}
    />
  );
}
