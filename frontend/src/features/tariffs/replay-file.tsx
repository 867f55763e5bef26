import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { saveFile } from "@/api/download";
import { errorText } from "@/i18n/error-text";
import { toast } from "@/ui/toast";

interface ReplayFileProps {
  label: string;
  file: () => Promise<File>;
}

/** Downloads a file of a replay. */
export function ReplayFile({ label, file }: ReplayFileProps) {
  const { t } = useTranslation();
  const download = useMutation({
    mutationFn: file,
    onSuccess: saveFile,
    onError: (problem) => toast.failure(errorText(problem, t)),
  });
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  );
}
