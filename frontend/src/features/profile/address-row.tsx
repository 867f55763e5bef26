import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconMapPin, IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { addressesKey, deleteAddress, renameAddress } from "@/api/profile";
import type { SavedAddress } from "@/api/types";
import { ConfirmSheet } from "@/ui/confirm-sheet";
import { toast } from "@/ui/toast";
import classes from "./address-row.module.css";
import list from "./device-list.module.css";
import { Failure } from "./failure";
import form from "./form.module.css";

const icon = { variant: "subtle", radius: "xl", size: 44 } as const;

export function AddressRow({ address }: { address: SavedAddress }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState<string | null>(null);
  const [confirming, setConfirming] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: addressesKey });
  const renaming = useMutation({
    mutationFn: (to: string) => renameAddress(address.id, to),
    onSuccess: async () => {
      await refresh();
      setName(null);
    },
  });
  const deleting = useMutation({
    mutationFn: () => deleteAddress(address.id),
    onSuccess: async () => {
      setConfirming(false);
      toast.success(t("profile.addresses.deleted"));
      await refresh();
    },
  });
  const rename = () => {
    const to = (name ?? "").trim();
    if (to === "" || to === address.description) setName(null);
    else renaming.mutate(to);
  };

  if (name !== null) {
    return (
      <li className={classes.edit}>
        <TextInput
          className={classes.grow ?? ""}
          aria-label={t("profile.addresses.new_name")}
          dir="auto"
          maxLength={300}
          autoFocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") rename();
            if (event.key === "Escape") setName(null);
          }}
        />
        <Button variant="lamp" size="md" loading={renaming.isPending} onClick={rename}>
          {t("app.save")}
        </Button>
        <Button variant="default" size="md" onClick={() => setName(null)}>
          {t("app.cancel")}
        </Button>
        <Failure error={renaming.error} />
      </li>
    );
  }
  return (
    <li className={list.row}>
      <IconMapPin className={list.icon} size={24} stroke={1.6} aria-hidden="true" />
      <div className={list.text}>
        <span className={classes.name} dir="auto">
          {address.description}
        </span>
        {/* A count of one may only be the adding itself. */}
        {address.count > 1 ? (
          <span className={list.second}>
            {t("profile.addresses.rides", { count: address.count })}
          </span>
        ) : null}
      </div>
      <span className={classes.tools}>
        <ActionIcon
          {...icon}
          aria-label={t("profile.addresses.rename_of", { name: address.description })}
          title={t("profile.addresses.rename")}
          onClick={() => {
            renaming.reset();
            setName(address.description);
          }}
        >
          <IconPencil size={20} />
        </ActionIcon>
        <ActionIcon
          {...icon}
          aria-label={t("profile.addresses.delete_of", { name: address.description })}
          title={t("profile.addresses.delete")}
          aria-haspopup="dialog"
          onClick={() => setConfirming(true)}
        >
          <IconTrash size={20} />
        </ActionIcon>
      </span>
      <ConfirmSheet
        opened={confirming}
        onClose={() => {
          deleting.reset();
          setConfirming(false);
        }}
        title={t("profile.addresses.delete_title")}
        confirmLabel={t("profile.addresses.delete")}
        tone="danger"
        working={deleting.isPending}
        error={deleting.error}
        onConfirm={() => deleting.mutate()}
      >
        <p className={form.note} dir="auto">
          {address.description}
        </p>
      </ConfirmSheet>
    </li>
  );
}
