import { useTranslation } from "react-i18next";

/** In demo mode the server sends a placeholder that cannot be called. */
export const isNumber = (contact: string): boolean => /\d/.test(contact);

/** A number to call, or that it is hidden. */
export function PhoneLink({ number }: { number: string }) {
  const { t } = useTranslation();
  if (!isNumber(number)) return <span>{t("bookings.contact_hidden")}</span>;
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, "")}`} dir="ltr">
      {number}
    </a>
  );
}
