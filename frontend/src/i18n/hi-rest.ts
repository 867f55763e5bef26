const files = import.meta.glob<object>(
  ["./hi/*.json", "!./hi/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Hindi of every page behind the home page; loaded with the first of them. */
export const rest: object = Object.assign({}, ...Object.values(files));
