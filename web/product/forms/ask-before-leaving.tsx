// Inside a `Form` of a page: asks before the page is left with what was entered and not submitted.
import { useEffect, useLayoutEffect } from "react";
import { sessionEndEvent } from "#web/api/client.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { addLeaveGuard } from "#web/ui/overlays/leave-guards.ts";
import { clearLeaveGuards, getTopLeaveGuard } from "#web/ui/overlays/top-leave-guard.ts";

interface AskBeforeLeavingProps {
  /** A reload restores what was entered, so that the browser does not ask. */
  survivesReload?: boolean;
}

export function AskBeforeLeaving({ survivesReload = false }: AskBeforeLeavingProps) {
  const { isEdited, isSubmitting } = useFormState();
  const asks = isEdited && !isSubmitting;
  useLayoutEffect(() => (asks ? addLeaveGuard({}) : undefined), [asks]);
  useEffect(() => {
    if (!asks || survivesReload) return undefined;
    const ask = (event: Event): void => {
      if (getTopLeaveGuard()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    // The page is reloaded then, and nobody can stay on it.
    addEventListener(sessionEndEvent, clearLeaveGuards);
    return () => {
      removeEventListener("beforeunload", ask);
      removeEventListener(sessionEndEvent, clearLeaveGuards);
    };
  }, [asks, survivesReload]);
  return null;
}
