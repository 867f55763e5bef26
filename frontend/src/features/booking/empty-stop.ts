/** Returns the input of the first stop without an address. */
export const emptyStop = () =>
  document.querySelector<HTMLInputElement>("[data-stop] input:placeholder-shown");
