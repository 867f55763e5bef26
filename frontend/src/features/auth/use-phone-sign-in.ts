import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { cancelPhoneCode, type SentCode, sendPhoneCode } from "@/api/auth";
import { ApiError } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { type Arrival, leaveQuietly, signInByCode } from "@/api/sign-in";
import { isCode } from "@/ui/code-field";
import { type MobileEntry, NO_MOBILE } from "@/ui/mobile-fields";
import { signOutAfter } from "./sign-in-errors";

interface PendingCode extends SentCode {
  mobile: string;
  /** When the next code can be requested, in milliseconds since the epoch. */
  resendFrom: number;
}

/** Phone login: the number, then the code. */
export function usePhoneSignIn(onArrived: (arrival: Arrival) => void) {
  const [entry, setEntry] = useState<MobileEntry>(NO_MOBILE);
  const [numberMissing, setNumberMissing] = useState(false);
  const [sent, setSent] = useState<PendingCode | null>(null);
  const [code, setCode] = useState("");
  const [invalid, setInvalid] = useState<ApiError | null>(null);

  const send = useMutation({
    mutationFn: async ({ typed, home }: { typed: string; home?: string | undefined }) => {
      const mobile = await readMobile(typed, home);
      if (mobile === null) throw new ApiError(400, "mobile_no_blank_error", "");
      return { ...(await sendPhoneCode(mobile)), mobile };
    },
    onSuccess: (answer) => {
      setCode("");
      setSent({ ...answer, resendFrom: Date.now() + answer.resend_in * 1000 });
    },
    onError: signOutAfter,
  });
  const check = useMutation({
    mutationFn: signInByCode,
    onSuccess: onArrived,
    onError: (error) => {
      signOutAfter(error);
      setCode("");
    },
  });

  const clearErrors = () => {
    setInvalid(null);
    send.reset();
    check.reset();
  };
  /** Returns to the number, which keeps its input. */
  const startOver = () => {
    clearErrors();
    setSent(null);
    setCode("");
  };

  return {
    entry,
    numberMissing,
    sent,
    code,
    changeEntry: (next: MobileEntry) => {
      clearErrors();
      setNumberMissing(false);
      setEntry(next);
    },
    changeCode: (next: string) => {
      setInvalid(null);
      check.reset();
      setCode(next);
    },
    /** Sends a code to the typed number, parsed for this country. */
    request: (home: string | undefined) => {
      clearErrors();
      const typed = entry.number.trim();
      setNumberMissing(typed === "");
      if (typed !== "") send.mutate({ typed, home });
    },
    resend: () => {
      if (!sent) return;
      clearErrors();
      send.mutate({ typed: sent.mobile });
    },
    verify: () => {
      if (!sent) return;
      clearErrors();
      if (!isCode(code)) {
        setInvalid(new ApiError(400, "otp_validate_error", "The code has exactly 6 digits."));
        return;
      }
      check.mutate({ verification_id: sent.verification_id, code });
    },
    /** Cancels the code on the server, and signs out a user whom the code logged in. */
    cancel: () => {
      if (sent) void cancelPhoneCode(sent.verification_id).catch(() => undefined);
      void leaveQuietly();
      startOver();
      setEntry((before) => ({ ...before, number: "" }));
    },
    /** Closing the error also discards the pending code. */
    dismiss: startOver,
    sending: send.isPending,
    checking: check.isPending || check.isSuccess,
    error: invalid ?? send.error ?? check.error,
  };
}

export type PhoneSignIn = ReturnType<typeof usePhoneSignIn>;
