// Keeps the focus on the page, also when the button that had it disappears, as that of a payment does once it is made.
import { useEffect } from "react";

export function useFocusOnHeading(): void {
  useEffect(() => {
    const main = document.querySelector("main");
    if (!main) return;
    let focused: EventTarget | null = null;
    const noteFocus = ({ target }: FocusEvent): void => {
      focused = target;
    };
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Element) || focused.isConnected || document.activeElement !== document.body) return;
      const heading = main.querySelector<HTMLElement>("h1");
      heading?.setAttribute("tabindex", "-1");
      heading?.focus({ preventScroll: true });
    });
    main.addEventListener("focusin", noteFocus);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      main.removeEventListener("focusin", noteFocus);
      observer.disconnect();
    };
  }, []);
}
