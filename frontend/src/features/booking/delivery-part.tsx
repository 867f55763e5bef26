import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/error";
import type { DetailField } from "./checks";
import { DeliveryFields } from "./delivery-fields";
import { changeDraft } from "./draft-store";
import { ParcelLine } from "./parcel-line";
import type { BookingFlow } from "./use-booking-flow";

/** The server's names of the fields that deliveryDetailMissing is about. */
const FIELDS: Record<string, DetailField> = {
  delivery_person: "person",
  delivery_person_phone: "phone",
};

/** The delivery section of the confirmation: the parcel and its recipient. */
export function DeliveryPart({ flow }: { flow: BookingFlow }) {
  const { t } = useTranslation();
  const { missingDetail, book, forRider } = flow;
  const errors: Partial<Record<DetailField, string>> = {};
  if (book.error instanceof ApiError && book.error.code === "deliveryDetailMissing") {
    for (const [name, sentence] of Object.entries(book.error.fields)) {
      const field = FIELDS[name];
      if (field) errors[field] = sentence;
    }
  }
  if (missingDetail) errors[missingDetail] = t("errors.deliveryDetailMissing");

  return (
    <>
      <ParcelLine flow={flow} />
      <DeliveryFields
        value={flow.draft.delivery}
        onChange={(delivery) => {
          // The server's error belongs to the previous value.
          if (book.isError && !book.unknown) book.reset();
          changeDraft((before) => ({ ...before, delivery }));
        }}
        named={forRider !== undefined}
        errors={errors}
        disabled={book.isPending || book.unknown}
      />
    </>
  );
}
