const files = import.meta.glob<object>(
  ["./zh/*.json", "!./zh/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Chinese texts of all pages except the home page; loaded with the first of those pages. */
export const rest: object = Object.assign({}, ...Object.values(files));
