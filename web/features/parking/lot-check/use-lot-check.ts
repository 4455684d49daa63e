// The lot check of this device, kept through a reload until it is ended or the user logs out.
import { useState } from "react";
import { parseLotCheck, type LotCheck } from "#domain/parking/exits/lot-check.ts";
import { useBranch, useRequiredSession } from "#web/api/use-session.ts";

function readStored(key: string): LotCheck | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return parseLotCheck(stored);
  } catch {
    return null;
  }
}

/** The check of the user at the branch, and its setter; null ends it. */
export function useLotCheck(): [LotCheck | null, (next: LotCheck | null) => void] {
  const { user } = useRequiredSession();
  const { branch } = useBranch();
  const key = `chaavi-lot-check-${branch.id}-${user.id}`;
  const [check, setCheck] = useState(() => readStored(key));
  function store(next: LotCheck | null): void {
    if (next) localStorage.setItem(key, JSON.stringify(next));
    else localStorage.removeItem(key);
    setCheck(next);
  }
  return [check, store];
}
