const files = import.meta.glob<object>(
  ["./fr/*.json", "!./fr/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The French texts of all pages except the home page; loaded with the first of those pages. */
export const rest: object = Object.assign({}, ...Object.values(files));
