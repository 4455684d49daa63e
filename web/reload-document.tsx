// Route of a separate document: client-side navigation to it reloads the page; the native shell, which does not have it, opens the
// browser.
import { shell, toServerUrl } from "#web/api/shell.ts";
import { useEffect } from "react";

export function ReloadDocument() {
  useEffect(() => {
    if (shell) location.assign(toServerUrl(location.pathname + location.search));
    else location.reload();
  }, []);
  return null;
}
