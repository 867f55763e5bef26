const files = import.meta.glob<object>(["./hi/*.json", "!./hi/common.json", "!./hi/home.json"], {
  eager: true,
  import: "default",
});

/** The Hindi of every page behind the first; loaded with the first lazy page. */
export const rest: object = Object.assign({}, ...Object.values(files));
