const files = import.meta.glob<object>(
  ["./hi/*.json", "!./hi/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Hindi texts of all pages except the home page; loaded with the first of those pages. */
export const rest: object = Object.assign({}, ...Object.values(files));
