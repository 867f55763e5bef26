import { useTranslation } from "react-i18next";

/** In demo mode the server says a word in the place of a number, and nobody can be called by it. */
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
