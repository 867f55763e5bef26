import { queryOptions } from "@tanstack/react-query";
import { get, post } from "./client";
import type { components } from "./schema";

/** The setup of an empty platform, with the link of the server's operator. */

type Schemas = components["schemas"];

export type SetupState = Schemas["SetupState"];
export type SetupValues = Omit<Schemas["SetupRequest"], "key">;

/** The names of the choices are in the language. */
export const setupQuery = (language: string) =>
  queryOptions({
    queryKey: ["setup", language],
    queryFn: ({ signal }) => get("setup/", { signal, anonymous: true }),
  });

/** Throws `setup_refused` with the field, `setup_link_invalid` or `already_set_up`. */
export const setUp = (body: Schemas["SetupRequest"]) => post("setup/", { body, anonymous: true });
