const files = import.meta.glob<object>(
  ["./ar/*.json", "!./ar/{booking,common,entry,errors,fare,home}.json"],
  { eager: true, import: "default" },
);

/** The Arabic of every page behind the home page; loaded with the first of them. */
export const rest: object = Object.assign({}, ...Object.values(files));
