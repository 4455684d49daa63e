// §2: the native back button leaves the application on home, a swipe from the left edge goes back. §9: 10 px are a swipe.
import { App } from "@capacitor/app";
import * as limits from "#domain/limits.ts";
import { t } from "#web/languages/t.ts";

/** Time in which a second press on home leaves the application. */
const exitMs = 2_000;
/** Distance from the left edge at which a swipe begins. */
const edgePx = 24;

let askedAt = -Infinity;

const isHome = (): boolean => /\/home\/?$/.test(location.pathname);

/** Closes what is open above the page, or goes back; on home it asks once, then leaves. */
export async function goBack(): Promise<void> {
  const overlay = [...document.querySelectorAll("dialog[open]")].at(-1);
  // As the browser does when Escape is pressed; who may not close it prevents this.
  if (overlay) return void overlay.dispatchEvent(new Event("cancel", { cancelable: true }));
  if (!isHome() && history.length > 1) return history.back();
  if (performance.now() - askedAt < exitMs) return App.exitApp();
  askedAt = performance.now();
  const { showSuccess } = await import("#web/ui/feedback.ts");
  showSuccess(t("Press back again to leave Chaavi"));
}

/** A table or map that scrolls to the side keeps its own swipes. */
function scrollsSideways(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    const { overflowX, touchAction } = getComputedStyle(element);
    if (touchAction === "none") return true;
    if (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

/** iOS has no back button; on Android the system's own gesture at the edge comes first and presses it. */
export function watchBackSwipe(): void {
  let from: { x: number; y: number } | undefined;
  addEventListener(
    "touchstart",
    ({ touches, target }) => {
      const [touch] = touches;
      const isAtEdge = touches.length === 1 && touch !== undefined && touch.clientX <= edgePx;
      from = isAtEdge && !scrollsSideways(target) ? { x: touch.clientX, y: touch.clientY } : undefined;
    },
    { passive: true },
  );
  addEventListener("touchend", ({ changedTouches }) => {
    const [touch] = changedTouches;
    if (!from || !touch) return;
    const [right, down] = [touch.clientX - from.x, Math.abs(touch.clientY - from.y)];
    from = undefined;
    // Rather to the side than down: a page that is scrolled stays.
    if (right > limits.swipePx && right > 2 * down && !isHome()) void goBack();
  });
  addEventListener("touchcancel", () => (from = undefined));
}
