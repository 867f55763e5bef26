import { useMutation } from "@tanstack/react-query";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { toast } from "@/ui/toast";

interface Done {
  /** Said once it is done. */
  message: string;
  after?: () => void;
}

/** Changes the person, shows them everywhere as the server now tells them, and says so. */
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
