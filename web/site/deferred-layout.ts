import type { CSSProperties } from "react";
import styles from "#web/site/site.module.css";

/** After the first view has been drawn. */
const delayMs = 150;

/**
 * Style of a part that is mostly below the first view. On phones it is laid out after the first view, in a task of its own, since
 * `content-visibility: auto` alone lays out what is within one and a half screens with it; then browsers lay it out when it comes near.
 * `height` in px is what it takes until then.
 */
export function deferLayout(height: number): CSSProperties {
  return {
    contentVisibility: "auto",
    containIntrinsicHeight: `auto ${height}px`,
    animation: `${styles["deferred"]} 1ms ${delayMs}ms backwards`,
  };
}
