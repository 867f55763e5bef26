import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { reviewedDocumentQuery } from "@/api/fleet";
import { SidePanel } from "@/ui/side-panel";
import { ErrorState } from "@/ui/states";
import { ownerOf } from "./columns";
import { Review } from "./review";

interface ReviewPanelProps {
  id: number;
  onClose: () => void;
}

/** A document and the decision about it. */
export function ReviewPanel({ id, onClose }: ReviewPanelProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(reviewedDocumentQuery(id));
  return (
    <SidePanel
      title={
        data
          ? t("fleet.document_of", { kind: t(`people.kinds.${data.kind}`), owner: ownerOf(data) })
          : t("fleet.document")
      }
      onClose={onClose}
      width={560}
    >
      {data ? (
        <Review reviewed={data} onClose={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height="16rem" radius="md" />
      )}
    </SidePanel>
  );
}
