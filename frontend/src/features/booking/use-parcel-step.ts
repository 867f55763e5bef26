import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { carTypesQuery } from "@/api/catalogue";
import type { ListedCarType } from "@/api/types";
import { useCategory } from "@/ui/use-category";
import type { Draft, ParcelIds } from "./draft";
import { changeDraft } from "./draft-store";

type Step = "closed" | "open" | "pricing";

const hasParcelChoices = (car: ListedCarType) => car.parcel_types.length + car.options.length > 0;

/** The parcel step between the form and the price. A choice refetches the price, then `onPriced` continues. */
export function useParcelStep(draft: Draft, priced: boolean, onPriced: () => void) {
  const delivering = useCategory() === "delivery";
  const types = useQuery({ ...carTypesQuery(), enabled: delivering });
  const [step, setStep] = useState<Step>("closed");
  const car = types.data?.find(({ id }) => id === draft.carTypeId);
  // Until the car type is loaded, it may have parcel options.
  const needsChoice = delivering && (car === undefined || hasParcelChoices(car));

  useEffect(() => {
    const done = step === "open" ? !needsChoice : step === "pricing" && priced;
    if (!done) return;
    setStep("closed");
    onPriced();
  });

  return {
    delivering,
    needsChoice,
    car,
    types,
    step,
    open: () => setStep("open"),
    close: () => setStep("closed"),
    choose: (parcel: ParcelIds) => {
      // Change the draft first: the new draft invalidates the current prices.
      changeDraft((before) => ({ ...before, parcel }));
      setStep("pricing");
    },
  };
}
