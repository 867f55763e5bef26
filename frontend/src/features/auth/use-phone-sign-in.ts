import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { cancelPhoneCode, type SentCode, sendPhoneCode } from "@/api/auth";
import { ApiError } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { type Arrival, leaveQuietly, signInByCode } from "@/api/sign-in";
import { isCode } from "@/ui/code-field";
import { useForm } from "@/ui/form/use-form";
import { type MobileEntry, NO_MOBILE } from "@/ui/mobile-fields";
import { isAlert, signOutAfter } from "./sign-in-errors";

interface PendingCode extends SentCode {
  mobile: string;
  /** When the next code can be requested, in milliseconds since the epoch. */
  resendFrom: number;
}

/** Requests a code for a number, which is parsed for the country. */
async function request(typed: string, home: string | undefined): Promise<PendingCode> {
  const mobile = await readMobile(typed, home);
  if (mobile === null) throw new ApiError(400, "mobile_no_blank_error", "");
  const answer = await sendPhoneCode(mobile);
  return { ...answer, mobile, resendFrom: Date.now() + answer.resend_in * 1000 };
}

/** Phone login: the number, then the code. `missing` is the text of an empty number. */
export function usePhoneSignIn(onArrived: (arrival: Arrival) => void, missing: string) {
  const [sent, setSent] = useState<PendingCode | null>(null);

  const number = useForm({
    values: { entry: NO_MOBILE as MobileEntry, home: undefined as string | undefined },
    send: ({ entry, home }) => {
      if (entry.number.trim() === "") {
        throw new ApiError(400, "mobile_no_blank_error", "", { entry: missing });
      }
      return request(entry.number.trim(), home);
    },
    marks: (error) => (isAlert(error) ? [] : ["entry"]),
    onDone: (answer) => {
      code.reset();
      setSent(answer);
    },
    onRefused: signOutAfter,
  });
  const code = useForm({
    values: { code: "" },
    send: (typed) => {
      if (!isCode(typed.code)) {
        throw new ApiError(400, "otp_validate_error", "The code has exactly 6 digits.");
      }
      return signInByCode({
        verification_id: sent?.verification_id ?? "",
        code: typed.code,
      });
    },
    marks: (error) => (isAlert(error) ? [] : ["code"]),
    onDone: onArrived,
    onRefused: (error): void => {
      signOutAfter(error);
      if (isCode(code.getValues().code)) code.setFieldValue("code", "");
    },
  });
  const again = useMutation({
    mutationFn: () => request(sent?.mobile ?? "", undefined),
    onSuccess: (answer) => {
      code.reset();
      setSent(answer);
    },
    onError: code.refuse,
  });

  /** Returns to the number, which keeps its input. */
  const startOver = () => {
    number.forgetRefusal();
    code.reset();
    setSent(null);
  };

  return {
    number,
    code,
    sent,
    resend: () => {
      code.forgetRefusal();
      again.mutate();
    },
    resending: again.isPending,
    /** Cancels the code on the server, and signs out a user whom the code logged in. */
    cancel: () => {
      if (sent) void cancelPhoneCode(sent.verification_id).catch(() => undefined);
      void leaveQuietly();
      startOver();
      number.setFieldValue("entry", (before) => ({ ...before, number: "" }));
    },
    /** Closing the error also discards the pending code. */
    dismiss: startOver,
  };
}

export type PhoneSignIn = ReturnType<typeof usePhoneSignIn>;
