import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { type FormOptions, useForm } from "@/ui/form/use-form";

type Texts = Record<string, string>;

interface ProfileForm<T extends Texts> extends Pick<FormOptions<T, Me>, "send" | "marks"> {
  /** The saved values, which fields without unsaved changes follow. */
  saved: T;
  notice: string;
}

/** A form over the user's own data: sends trimmed texts, and updates the cached user. */
export function useProfileForm<T extends Texts>({ saved, send, marks, notice }: ProfileForm<T>) {
  return useForm<T, Me>({
    values: saved,
    follow: true,
    send: (typed) => {
      const trimmed = Object.entries(typed).map(([name, text]) => [name, text.trim()]);
      return send(Object.fromEntries(trimmed) as T);
    },
    marks,
    notice,
    onDone: rememberMe,
  });
}
