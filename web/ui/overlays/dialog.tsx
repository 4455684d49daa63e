// Native modal dialog: traps the focus, restores it on close and makes the page inert.
import { useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { ReactNode } from "react";
import { addLeaveGuard } from "#web/ui/overlays/leave-guards.ts";

interface DialogProps {
  className?: string | undefined;
  labelledBy: string;
  describedBy?: string | undefined;
  role?: "dialog" | "alertdialog";
  onClose: () => void;
  children: ReactNode;
}

/** Open while rendered. Escape, clicks on the backdrop and going back call `onClose`. */
export function Dialog({ className, labelledBy, describedBy, role = "dialog", onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A field with `autoFocus` can take the focus only in an open dialog.
  const [isOpen, setIsOpen] = useState(false);
  const handleClick = useEffectEvent((event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  });
  const handleBack = useEffectEvent(() => onClose());
  useLayoutEffect(() => addLeaveGuard({ close: handleBack }), []);
  // The dialog must be closed before it is removed from the document, or the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (!element.open) element.showModal();
    setIsOpen(true);
    document.documentElement.style.overflow = "hidden";
    // Clicks on the backdrop have the dialog as their target.
    element.addEventListener("click", handleClick);
    return () => {
      element.removeEventListener("click", handleClick);
      element.close();
      if (!document.querySelector("dialog[open]")) document.documentElement.style.overflow = "";
    };
  }, []);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isOpen && document.activeElement === element)
      element?.querySelector<HTMLElement>("a[href], button, input, select, textarea")?.focus();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={className}
      role={role}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCancel={(event) => {
        // React also passes on the event of a dialog opened inside this one, and of a file picker.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      {isOpen && children}
    </dialog>
  );
}
