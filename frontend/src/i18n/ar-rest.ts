const files = import.meta.glob<object>(["./ar/*.json", "!./ar/common.json", "!./ar/home.json"], {
  eager: true,
  import: "default",
});

/** The Arabic of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
