import "i18next";
import type { first } from "./en-first";
import type { form } from "./en-form";
import type { rest } from "./en-rest";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "translations";
    resources: { translations: typeof first & typeof form & typeof rest };
    returnNull: false;
  }
}
