import { patch, post, remove } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Requirement = Schemas["Requirement"];
export type RequirementForm = Schemas["RequirementFormRequest"];

export const SUBJECTS = ["driver", "vehicle"] as const satisfies readonly Requirement["subject"][];
export const EFFECTS = ["blocks", "warns"] as const satisfies readonly Requirement["effect"][];

export const requirementsKey = ["requirements"] as const;

export const addRequirement = (body: RequirementForm) => post("requirements/", { body });
export const changeRequirement = (id: number, body: RequirementForm) =>
  patch("requirements/{id}/", { path: { id }, body });
export const deleteRequirement = (id: number) => remove("requirements/{id}/", { path: { id } });
