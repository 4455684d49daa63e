// Inside a `Form` of a page: asks before the page is left with what was entered and not submitted, but not for links of the form.
import { useEffect, useLayoutEffect, useRef } from "react";
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
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!asks) return undefined;
    const remove = addLeaveGuard({});
    const form = place.current?.closest("form");
    // A link in the form answers what was entered, such as to the entry of a vehicle that is inside already.
    const follow = ({ target }: Event): void => {
      if (target instanceof Element && target.closest("a:not([target])")) remove();
    };
    form?.addEventListener("click", follow, true);
    return () => {
      form?.removeEventListener("click", follow, true);
      remove();
    };
  }, [asks]);
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
  return <span ref={place} hidden />;
}
