import type { PasswordPolicy } from "@/api/auth";

type PasswordRule = "length" | "characters" | "long" | "not_common";

interface Checked {
  rule: PasswordRule;
  /** Null if only the server knows. */
  met: boolean | null;
}

/** Returns which rules of the policy a password meets. The server decides. */
export function checkPassword(policy: PasswordPolicy, password: string): Checked[] {
  const length = [...password].length;
  if (policy === "modern") {
    return [
      { rule: "long", met: length >= 8 && length <= 128 },
      { rule: "not_common", met: null },
    ];
  }
  return [
    { rule: "length", met: length >= 6 && length <= 30 },
    { rule: "characters", met: /^[A-Za-z0-9@*#]+$/.test(password) },
  ];
}

export function passwordFits(policy: PasswordPolicy, password: string): boolean {
  return checkPassword(policy, password).every(({ met }) => met !== false);
}
