const files = import.meta.glob<object>(
  ["./pt/*.json", "!./pt/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Portuguese texts of all pages except the home page; loaded with the first of those pages. */
export const rest: object = Object.assign({}, ...Object.values(files));
