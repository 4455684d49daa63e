// Restores what was typed into a form when the session ended meanwhile, once the user has logged in again in this tab.
import { useEffect, useEffectEvent } from "react";
import { isJsonObject } from "#domain/json-object.ts";
import { hasPendingNotice } from "#web/ui/feedback.ts";
import { useFormState } from "#web/ui/forms/form.tsx";

const storageKey = "chaavi-typed-values";

/** Inside a `Form`. Values stay in the tab's session storage only until the form is opened again. */
export function KeepTypedValues() {
  const { values, setValue } = useFormState();
  const save = useEffectEvent(() => {
    if (hasPendingNotice("TOKEN_EXPIRY"))
      sessionStorage.setItem(storageKey, JSON.stringify({ path: location.pathname, values }));
  });
  const restore = useEffectEvent(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    sessionStorage.removeItem(storageKey);
    if (!isJsonObject(stored) || stored["path"] !== location.pathname || !isJsonObject(stored["values"])) return;
    for (const [name, value] of Object.entries(stored["values"]))
      if (name in values && (typeof value === "string" || typeof value === "boolean")) setValue(name, value);
  });
  useEffect(() => {
    restore();
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, []);
  return null;
}
