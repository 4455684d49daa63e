// Restores what was typed into a form and its photos after a reload, or when the session ended meanwhile: once the same user,
// or on a shared device a colleague, has logged in again in this tab, at the same branch.
import { useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router";
import { sessionEndEvent } from "#web/api/client.ts";
import { isSharedDevice } from "#web/api/tokens/access-token.ts";
import { readStoredToken } from "#web/api/tokens/stored-token.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { hasPendingNotice } from "#web/ui/feedback.ts";
import { AskBeforeLeaving } from "#web/product/forms/ask-before-leaving.tsx";
import { readTabDraft, removeTabDraft, storeTabDraft, typedValues } from "#web/product/forms/tab-draft.ts";
import type { VehicleImages } from "#web/product/vehicles/vehicle-images.tsx";
import { type FormValues, useFormState } from "#web/ui/forms/form.tsx";

interface TypedValues {
  path: string;
  /** Of the entry in the tab's history; null for any. */
  key: string | null;
  values: FormValues;
  images?: string[];
}

/**
 * Inside a `Form`, with or without photos. Values stay in the tab's session storage only until the form is opened again. Asks before
 * the page is left otherwise.
 */
export function KeepTypedValues({ photos }: { photos?: VehicleImages }) {
  const { values, isEdited, setValue } = useFormState();
  const { user, branch } = useRequiredSession();
  // Of the entry in the tab's history: the same after a reload.
  const { key } = useLocation();
  // On a shared device a colleague continues what was typed.
  const draft = { ...typedValues, version: `${isSharedDevice() ? "device" : user.id} ${branch?.id}` };
  const [isRestored, setIsRestored] = useState(false);
  const save = useEffectEvent(() => {
    const hasSessionEnded = hasPendingNotice("TOKEN_EXPIRY");
    // Nothing is kept by a log-out.
    if (!hasSessionEnded && ((!isEdited && !isRestored) || readStoredToken() === null)) return;
    const value: TypedValues = { path: location.pathname, key: hasSessionEnded ? null : key, values };
    const images = (photos?.list ?? []).map(({ dataUrl }) => dataUrl);
    try {
      storeTabDraft({ ...draft, value: { ...value, images } });
    } catch {
      // The photos exceed the storage of the tab.
      storeTabDraft({ ...draft, value });
    }
  });
  const restore = useEffectEvent(() => {
    const stored = readTabDraft<TypedValues>(draft)?.value;
    removeTabDraft(draft);
    if (stored?.path !== location.pathname) return;
    if (stored.key !== null && (stored.key !== key || isOpenedAnew())) return;
    photos?.restore(stored.images ?? []);
    setIsRestored(true);
    for (const [name, value] of Object.entries(stored.values)) if (name in values) setValue(name, value);
  });
  useEffect(() => {
    restore();
    // The last one: code of the page is missing after a release, and its error replaces the form before the reload.
    const events = [sessionEndEvent, "pagehide", "vite:preloadError"];
    for (const event of events) addEventListener(event, save);
    return () => {
      for (const event of events) removeEventListener(event, save);
    };
  }, []);
  return <AskBeforeLeaving survivesReload />;
}

/** The document was opened by its address or a link, not by a reload, and not by going back to it. */
function isOpenedAnew(): boolean {
  const [opened] = performance.getEntriesByType("navigation");
  return opened instanceof PerformanceNavigationTiming && opened.type === "navigate";
}
