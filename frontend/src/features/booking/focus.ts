/** Returns the input of the first stop without an address. */
export const emptyStop = () =>
  document.querySelector<HTMLInputElement>("[data-stop] input:placeholder-shown");

/** Focuses the first car that can be chosen, otherwise the party for which none has room. */
export const focusCars = (cars: HTMLElement | null) =>
  (
    cars?.querySelector<HTMLElement>("input:enabled") ??
    document.querySelector<HTMLElement>("[data-party]")
  )?.focus();
