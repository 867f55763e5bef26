import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { UploadWatch } from "@/api/profile";
import { rememberMe } from "@/api/session";
import type { Me } from "@/api/types";
import { validateImage } from "@/api/upload";
import { toast } from "@/ui/toast";

interface Done {
  message: string;
  after?: () => void;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/** Uploads a picture with progress and cancel. Invalid files are rejected without a request. */
export function useUpload(
  send: (file: File, watch: UploadWatch) => Promise<Me>,
  { message, after }: Done,
) {
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const refusal = validateImage(file);
      if (refusal) throw refusal;
      setShare(0);
      stop.current = new AbortController();
      return send(file, { onProgress: setShare, signal: stop.current.signal });
    },
    onSuccess: (me) => {
      rememberMe(me);
      toast.success(message);
      after?.();
    },
  });
  return {
    send: (file: File) => sending.mutate(file),
    cancel: () => {
      stop.current?.abort();
      sending.reset();
    },
    share,
    working: sending.isPending,
    error: isAbort(sending.error) ? null : sending.error,
  };
}
