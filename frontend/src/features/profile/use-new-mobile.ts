import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SentCode } from "@/api/auth";
import { ApiError } from "@/api/error";
import { readMobile } from "@/api/mobile-number";
import { confirmMobile, sendMobileCode } from "@/api/profile";
import { rememberMe } from "@/api/session";

/** A pending code: its number, and when another one can be requested. */
interface Sent {
  mobile: string;
  id: string;
  again: number;
}

/** A number as typed, and the country used to parse it. */
interface Typed {
  typed: string;
  home: string | undefined;
}

const CODE = /^\d{6}$/;

/** Changes the mobile number in two steps: request a code, then confirm it. */
export function useNewMobile(onDone: () => void) {
  const [sent, setSent] = useState<Sent | null>(null);
  const [code, setCode] = useState("");

  const sending = useMutation({
    mutationFn: async ({ typed, home }: Typed): Promise<[string, SentCode]> => {
      const mobile = await readMobile(typed, home);
      if (mobile === null) throw new ApiError(400, "mobile_no_blank_error", "");
      return [mobile, await sendMobileCode(mobile)];
    },
    onSuccess: ([mobile, { verification_id, resend_in }]) => {
      setCode("");
      checking.reset();
      setSent({ mobile, id: verification_id, again: Date.now() + resend_in * 1000 });
    },
  });
  const checking = useMutation({
    mutationFn: async () => {
      // An incomplete code is rejected without a request.
      if (!CODE.test(code)) throw new ApiError(400, "otp_validate_error", "");
      return confirmMobile(sent?.id ?? "", code);
    },
    onSuccess: (me) => {
      rememberMe(me);
      onDone();
    },
  });

  return {
    sent,
    code,
    typeCode: (typed: string) => {
      checking.reset();
      setCode(typed);
    },
    send: (typed: string, home?: string) => sending.mutate({ typed, home }),
    check: () => checking.mutate(),
    working: sending.isPending || checking.isPending,
    resending: sending.isPending,
    error: sent ? (checking.error ?? sending.error) : sending.error,
    forgetError: () => sending.reset(),
    /** Returns to the number and discards the pending code. */
    startOver: () => {
      setSent(null);
      setCode("");
      sending.reset();
      checking.reset();
    },
  };
}
