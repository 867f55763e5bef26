const files = import.meta.glob<object>(
  ["./es/*.json", "!./es/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Spanish texts of all pages except the home page; loaded with the first of those pages. */
export const rest: object = Object.assign({}, ...Object.values(files));
