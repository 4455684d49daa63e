// Restores what was typed into a form when the session ended meanwhile, once the same user, or on a shared device a
// colleague, has logged in again in this tab, at the same branch.
import { useEffect, useEffectEvent } from "react";
import { isJsonObject } from "#domain/json-object.ts";
import { isSharedDevice } from "#web/api/access-token.ts";
import { typedValuesKey } from "#web/api/session.ts";
import { useRequiredSession } from "#web/api/use-session.ts";
import { hasPendingNotice } from "#web/ui/feedback.ts";
import { useFormState } from "#web/ui/forms/form.tsx";

/** Inside a `Form`. Values stay in the tab's session storage only until the form is opened again. */
export function KeepTypedValues() {
  const { values, setValue } = useFormState();
  const { user, branch } = useRequiredSession();
  // On a shared device a colleague continues what was typed.
  const owner = `${isSharedDevice() ? "device" : user.id} ${branch?.id}`;
  const save = useEffectEvent(() => {
    if (hasPendingNotice("TOKEN_EXPIRY"))
      sessionStorage.setItem(typedValuesKey, JSON.stringify({ owner, path: location.pathname, values }));
  });
  const restore = useEffectEvent(() => {
    const stored: unknown = JSON.parse(sessionStorage.getItem(typedValuesKey) ?? "null");
    sessionStorage.removeItem(typedValuesKey);
    if (!isJsonObject(stored) || stored["owner"] !== owner || stored["path"] !== location.pathname) return;
    if (!isJsonObject(stored["values"])) return;
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
