import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { addCasePhoto, MAX_CASE_PHOTOS } from "@/api/cases";
import { validateImage } from "@/api/upload";
import { shrunkPhoto } from "@/ui/shrink-photo";

const uploadKey = ["case-photo"] as const;

/** A chosen photo; `id` is the server's, once it is uploaded. */
export interface Shot {
  key: number;
  preview: string;
  name: string;
  id: number | null;
}

/** Whether photos are being uploaded, for which a message waits. */
export const usePhotosPending = () => useIsMutating({ mutationKey: uploadKey }) > 0;

type Change = (update: (ids: number[]) => number[]) => void;

let lastKey = 0;

/** The photos of a message: chosen, made smaller and uploaded one after another. `onChange` gets their ids. */
export function useCasePhotos(ids: readonly number[], onChange: Change) {
  const [shots, setShots] = useState<Shot[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const stops = useRef(new Map<number, AbortController>());
  const made = useRef(new Set<string>());
  const drop = (key: number) => setShots((now) => now.filter((shot) => shot.key !== key));
  const upload = useMutation({
    mutationKey: uploadKey,
    // One at a time: the server decodes one picture at a time.
    scope: { id: "case-photo" },
    mutationFn: async ({ key, file }: { key: number; file: File }) => {
      const signal = stops.current.get(key)?.signal;
      signal?.throwIfAborted();
      const small = await shrunkPhoto(file);
      const refusal = validateImage(small);
      if (refusal) throw refusal;
      return addCasePhoto(small, signal ? { signal } : {});
    },
    onSuccess: ({ id }, { key }) => {
      setShots((now) => now.map((shot) => (shot.key === key ? { ...shot, id } : shot)));
      onChange((before) => [...before, id]);
    },
    onError: (_error, { key }) => drop(key),
    onSettled: (_photo, _error, { key }) => stops.current.delete(key),
  });
  const { mutate, reset } = upload;

  // Leaving the page cancels the uploads.
  useEffect(
    () => () => {
      for (const stop of stops.current.values()) stop.abort();
      for (const address of made.current) URL.revokeObjectURL(address);
    },
    [],
  );

  // After the message is sent, the form forgets its photos.
  const shown = shots.filter(({ id }) => id === null || ids.includes(id));
  return {
    shots: shown,
    isFull: shown.length >= MAX_CASE_PHOTOS,
    tooMany,
    error: upload.error instanceof DOMException ? null : upload.error,
    add(files: readonly File[]) {
      const chosen = files.slice(0, MAX_CASE_PHOTOS - shown.length).map((file) => {
        const preview = URL.createObjectURL(file);
        made.current.add(preview);
        lastKey += 1;
        return { file, shot: { key: lastKey, preview, name: file.name, id: null } };
      });
      reset();
      setTooMany(chosen.length < files.length);
      setShots([...shown, ...chosen.map(({ shot }) => shot)]);
      for (const { file, shot } of chosen) {
        stops.current.set(shot.key, new AbortController());
        mutate({ key: shot.key, file });
      }
    },
    remove(shot: Shot) {
      stops.current.get(shot.key)?.abort();
      drop(shot.key);
      setTooMany(false);
      onChange((before) => before.filter((id) => id !== shot.id));
    },
  };
}
