// Shortcuts of a review: the next field, accept or remark, and the next submission.
import { useEffect, useEffectEvent } from "react";

export const reviewKeys = [
  { keys: "J, K", does: "Next, previous field" },
  { keys: "A", does: "Accept the field, or take that back" },
  { keys: "R", does: "Add a remark to the field" },
  { keys: "N, P", does: "Next, previous submission under review" },
  { keys: "?", does: "Show these shortcuts" },
] as const;

/** Runs the action of a pressed key, unless something is being typed or a dialog is open. */
export function useReviewKeys(actions: { readonly [key: string]: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof HTMLElement && target.closest("input, textarea, select")) return;
    if (document.querySelector("dialog[open]")) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
