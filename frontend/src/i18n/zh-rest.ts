const files = import.meta.glob<object>(["./zh/*.json", "!./zh/common.json", "!./zh/home.json"], {
  eager: true,
  import: "default",
});

/** The Chinese of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
