import type { CSSProperties } from "react";
import styles from "#web/site/site.module.css";

/** Between the first view and the parts within it that are deferred, and between those and the parts below. */
const delayMs = 150;

/** Style of a part that browsers lay out when it comes near the view; `height` in px is what it takes until then. */
export function skipLayout(height: number): CSSProperties {
  return { contentVisibility: "auto", containIntrinsicHeight: `auto ${height}px` };
}

/**
 * Style of a part that is mostly below the first view, as `skipLayout`. On phones its elements get their styles and layout after the
 * first view, in a task of its own, since browsers lay out what is within one and a half screens with it. Parts within use `skipLayout`:
 * each animation takes time in the first view.
 */
export function deferLayout(height: number): CSSProperties {
  return { ...skipLayout(height), animation: animateFrom(2 * delayMs) };
}

/** Style of a part in the first view, whose layout takes as long as that of the rest; on phones it is in a task of its own. */
export function deferCostlyPart(height: number): CSSProperties {
  return { containIntrinsicHeight: `${height}px`, animation: animateFrom(delayMs) };
}

function animateFrom(ms: number): string {
  return `${styles["deferred"]} 1ms ${ms}ms backwards`;
}
