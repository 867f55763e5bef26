import { useMutation } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { ApiError } from "@/api/error";
import { cancelPasskey, offersPasskeys } from "@/api/passkey-support";
import { signInByPasskey } from "@/api/sign-in";
import type { Me } from "@/api/types";
import { signOutAfter } from "./sign-in-errors";

/** Before the server's challenge expires. */
const RENEW_MS = 4 * 60_000;

/**
 * Login with a passkey by a button. Where `suggested` and the browser can, passkeys are also among the
 * suggestions of the email field; a request of the button replaces the one that waits there.
 */
export function usePasskey(onSignedIn: (me: Me) => void, suggested: boolean) {
  const done = useRef(onSignedIn);
  useEffect(() => {
    done.current = onSignedIn;
  });
  const suggest = useRef<() => void>(() => undefined);
  const work = useMutation({
    mutationFn: () => signInByPasskey(),
    onSuccess: (me) => done.current(me),
    onError: (error) => {
      signOutAfter(error);
      suggest.current();
    },
  });
  const { mutate, reset } = work;
  const refused = useMutation({ mutationFn: (error: ApiError) => Promise.reject(error) });
  const refuse = refused.mutate;

  const wait = useCallback(async () => {
    try {
      done.current(await signInByPasskey(true));
    } catch (error) {
      // Replaced by another request, or the page was left; without a network the button remains.
      if (!(error instanceof ApiError) || error.isOffline) return;
      if (error.code === "passkey_cancelled" || error.code === "passkey_unavailable") return;
      signOutAfter(error);
      refuse(error);
    }
  }, [refuse]);

  useEffect(() => {
    if (!suggested) return;
    let live = true;
    let timer: ReturnType<typeof setInterval> | undefined;
    suggest.current = () => {
      if (live && timer) void wait();
    };
    void offersPasskeys().then((offers) => {
      if (!live || !offers) return;
      timer = setInterval(() => void wait(), RENEW_MS);
      void wait();
    });
    return () => {
      live = false;
      if (timer) {
        clearInterval(timer);
        void cancelPasskey();
      }
    };
  }, [suggested, wait]);

  return {
    start: () => {
      refused.reset();
      mutate();
    },
    working: work.isPending || work.isSuccess,
    error: work.error ?? refused.error,
    dismiss: () => {
      reset();
      refused.reset();
    },
  };
}
