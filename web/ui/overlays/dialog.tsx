// Native modal dialog: traps the focus, restores it on close and makes the page inert.
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

/** Open while rendered. Escape and clicks on the backdrop call `onClose`. */
export function Dialog({ className, labelledBy, describedBy, role = "dialog", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const handleClick = useEffectEvent((event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  });
  // The dialog must be closed before it is removed from the document, or the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    document.documentElement.style.overflow = "hidden";
    // Clicks on the backdrop have the dialog as their target.
    element.addEventListener("click", handleClick);
    return () => {
      element.removeEventListener("click", handleClick);
      element.close();
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
