import { useMutation } from "@tanstack/react-query";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { toast } from "@/ui/toast";

interface Done {
  /** The message after a success. */
  message: string;
  after?: () => void;
}

/** Saves the user, updates the cache with the server's response, and shows a message. */
export function useSave<V>(work: (what: V) => Promise<Me>, { message, after }: Done) {
  return useMutation({
    mutationFn: work,
    onSuccess: (me) => {
      rememberMe(me);
      toast.success(message);
      after?.();
    },
  });
}
