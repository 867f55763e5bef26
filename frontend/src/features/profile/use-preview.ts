import { useEffect, useState } from "react";

/** The address of a chosen file for an <img>, as long as it is shown. */
export function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(null);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}
