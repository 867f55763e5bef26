import { useTranslation } from "react-i18next";

/** In demo mode the server sends a placeholder that cannot be dialled. */
export const isNumber = (contact: string): boolean => /\d/.test(contact);

/** A link that dials a number, or the placeholder of a hidden number. */
export function PhoneLink({ number }: { number: string }) {
  const { t } = useTranslation();
  if (!isNumber(number)) return <span>{t("bookings.contact_hidden")}</span>;
  return (
    <a href={`tel:${number.replace(/[^+\d]/g, "")}`} dir="ltr">
      {number}
    </a>
  );
}
