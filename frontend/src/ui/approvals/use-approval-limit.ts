import { useQuery } from "@tanstack/react-query";
import { useMay } from "@/api/permissions";
import { adminSettingsQuery } from "@/api/settings";

type Limit = "approval_refund_limit" | "approval_payout_limit" | "approval_wallet_limit";

/** Returns the limit above which a second admin approves; null without one. The server compares again. */
export function useApprovalLimit(name: Limit): string | null {
  const { data } = useQuery({ ...adminSettingsQuery("settings"), enabled: useMay()("settings") });
  return data && name in data
    ? ((data as Partial<Record<Limit, string | null>>)[name] ?? null)
    : null;
}
