import { Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { bookingKey, bookingsKey, searchAgain } from "@/api/bookings";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";

interface SearchAgainProps {
  id: number;
  opened: boolean;
  onClose: () => void;
}

/** Staff restart the search for drivers, in the same or a wider radius. */
export function SearchAgain({ id, opened, onClose }: SearchAgainProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [widen, setWiden] = useState(false);
  const close = () => {
    setWiden(false);
    if (!search.isPending) search.reset();
    onClose();
  };
  const search = useMutation({
    mutationFn: () => searchAgain(id, widen ? "widen" : "wait"),
    onSuccess: (booking) => {
      client.setQueryData(bookingKey(id), booking);
      toast.success(t("bookings.search_done"));
      close();
    },
    onSettled: () => client.invalidateQueries({ queryKey: bookingsKey }),
  });
  return (
    <ConfirmSheet
      opened={opened}
      onClose={close}
      title={t("bookings.search")}
      confirmLabel={t("bookings.search")}
      onConfirm={() => search.mutate()}
      working={search.isPending}
      error={search.error}
      guarded={false}
    >
      <Checkbox
        label={t("bookings.search_widen")}
        checked={widen}
        onChange={(event) => setWiden(event.currentTarget.checked)}
      />
    </ConfirmSheet>
  );
}
