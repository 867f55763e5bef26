import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { bookingKey } from "@/api/bookings";
import { type PhotoKind, putBookingImage } from "@/api/delivery";
import { ApiError } from "@/api/error";
import { tasksKey } from "@/api/me";
import type { Tasks } from "@/api/types";
import { validateImage } from "@/api/upload";
import { shrunkPhoto } from "@/ui/shrink-photo";

const RETRY_MS = 2_000;

const isOffline = (error: unknown) => error instanceof ApiError && error.isOffline;

/** Uploads a photo of the parcel. Without a network it waits and retries. */
export function usePhoto(bookingId: number, kind: PhotoKind, onSent: () => void) {
  const client = useQueryClient();
  const stop = useRef<AbortController | null>(null);
  const [share, setShare] = useState(0);
  const sending = useMutation({
    mutationFn: async (taken: File) => {
      setShare(0);
      const file = await shrunkPhoto(taken);
      const refusal = validateImage(file);
      if (refusal) throw refusal;
      stop.current = new AbortController();
      return putBookingImage(bookingId, kind, file, {
        onProgress: setShare,
        signal: stop.current.signal,
      });
    },
    retry: (_failures, error) => isOffline(error),
    retryDelay: RETRY_MS,
    onSuccess: (booking) => {
      client.setQueryData(bookingKey(bookingId), booking);
      client.setQueryData<Tasks>(tasksKey, (tasks) => tasks && { ...tasks, current: booking });
      onSent();
    },
    onSettled: () => client.invalidateQueries({ queryKey: tasksKey }),
  });

  // Leaving the page cancels the upload.
  useEffect(() => () => stop.current?.abort(), []);

  return {
    send: (file: File) => sending.mutate(file),
    forget: sending.reset,
    share,
    working: sending.isPending,
    waiting: sending.isPending && sending.failureCount > 0,
    error: sending.error,
  };
}
