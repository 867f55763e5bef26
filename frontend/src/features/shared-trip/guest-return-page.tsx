import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate } from "react-router";
import { EmptyState } from "@/ui/states";
import { linkOfPayment } from "./guest-payment-memory";

/** Receives a guest from a gateway, and leads back to the link that started the payment. */
export function GuestReturnPage({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const [token] = useState(() => linkOfPayment(reference));
  if (token) return <Navigate to={`/trip/g-${token}`} replace />;
  return <EmptyState page title={t("guest.return_title")} body={t("guest.return_body")} />;
}
