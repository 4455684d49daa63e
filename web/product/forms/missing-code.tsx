// Says why an action fails whose code is loaded when it is used: after a release the files of the tab's build are gone. A page
// whose own code is gone is replaced by its error (web/ui/errors/page-error.tsx).
import { useEffect, useState } from "react";
import { removeTabDraft, typedValues } from "#web/product/forms/tab-draft.ts";
import { findCause } from "#web/ui/errors/find-cause.ts";
import { showErrorCode, uncodedError } from "#web/ui/feedback.ts";
import { ConfirmSheet } from "#web/ui/overlays/confirm-sheet.tsx";
import { t } from "#web/languages/t.ts";

export function MissingCode() {
  const [isReplaced, setIsReplaced] = useState(false);
  useEffect(() => {
    const failed = new Set<unknown>();
    const { show } = uncodedError;
    const note = ({ payload }: WindowEventMap["vite:preloadError"]) => void failed.add(payload);
    async function explain(): Promise<void> {
      const cause = await findCause();
      // The form is still open, and is kept when it is reloaded.
      removeTabDraft(typedValues);
      if (cause === "release") setIsReplaced(true);
      else showErrorCode(cause === "offline" ? "OFFLINE" : "SOMETHING_WRONG");
    }
    uncodedError.show = (thrown) => (failed.has(thrown) ? void explain() : show(thrown));
    addEventListener("vite:preloadError", note);
    return () => {
      uncodedError.show = show;
      removeEventListener("vite:preloadError", note);
    };
  }, []);
  return (
    <ConfirmSheet
      isOpen={isReplaced}
      title={t("A new version is available")}
      action={t("Reload")}
      colour="marigold"
      onConfirm={async () => location.reload()}
      onClose={() => setIsReplaced(false)}
    >
      {t("This action needs it. Reload the page, then try again.")}
    </ConfirmSheet>
  );
}
