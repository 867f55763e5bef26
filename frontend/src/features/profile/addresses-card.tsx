import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { savedAddressesQuery } from "@/api/me";
import { EmptyState, ErrorState } from "@/ui/states";
import { AddAddress } from "./add-address";
import { AddressRow } from "./address-row";
import list from "./device-list.module.css";
import { Section } from "./section";

/** The saved places, which a booking suggests first. */
export function AddressesCard() {
  const { t } = useTranslation();
  const addresses = useQuery(savedAddressesQuery());
  const [adding, setAdding] = useState(false);
  const add = (label: string) => (
    <Button
      variant="default"
      aria-label={t("profile.addresses.add")}
      leftSection={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => setAdding(true)}
    >
      {label}
    </Button>
  );

  return (
    <Section
      id="addresses"
      title={t("profile.addresses.title")}
      lead={t("profile.addresses.lead")}
      action={adding || !addresses.data?.length ? null : add(t("profile.contact.add"))}
    >
      {adding ? <AddAddress onClose={() => setAdding(false)} /> : null}
      {addresses.isPending ? (
        <div className={list.list} role="status">
          <span className="hx-visually-hidden">{t("app.loading")}</span>
          <Skeleton height="3.25rem" radius="md" />
          <Skeleton height="3.25rem" radius="md" />
        </div>
      ) : addresses.isError ? (
        <ErrorState compact error={addresses.error} onRetry={() => void addresses.refetch()} />
      ) : addresses.data.length > 0 ? (
        <ul className={list.list}>
          {addresses.data.map((address) => (
            <AddressRow key={address.id} address={address} />
          ))}
        </ul>
      ) : adding ? null : (
        <EmptyState
          compact
          title={t("profile.addresses.empty_title")}
          body={t("profile.addresses.empty_body")}
          action={add(t("profile.addresses.add"))}
        />
      )}
    </Section>
  );
}
