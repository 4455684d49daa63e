// The browser's own modal dialog: it traps the focus, gives it back when it closes, and makes the page behind inert.
import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";

interface DialogProps {
  className?: string | undefined;
  labelledBy: string;
  describedBy?: string | undefined;
  role?: "dialog" | "alertdialog";
  onClose: () => void;
  children: ReactNode;
}

/** Open for as long as it is rendered. Escape and a press beside it ask to close. */
export function Dialog({ className, labelledBy, describedBy, role = "dialog", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useEffectEvent((event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  });
  // Its end must come while the dialog still stands in the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current;
    if (!opened) return;
    if (!opened.open) opened.showModal();
    document.documentElement.style.overflow = "hidden";
    // What lies beside the dialog is its own backdrop.
    opened.addEventListener("click", pressed);
    return () => {
      opened.removeEventListener("click", pressed);
      opened.close();
      if (!document.querySelector("dialog[open]")) document.documentElement.style.overflow = "";
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
