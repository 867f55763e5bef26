const files = import.meta.glob<object>(["./es/*.json", "!./es/common.json", "!./es/home.json"], {
  eager: true,
  import: "default",
});

/** The Spanish of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
