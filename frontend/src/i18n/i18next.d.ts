import "i18next";
import type { first } from "./en-first";
import type { rest } from "./en-rest";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translations";
    resources: { translations: typeof first & typeof rest };
    returnNull: false;
  }
}
