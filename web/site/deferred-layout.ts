import type { CSSProperties } from "react";

/**
 * Style of a part that is mostly below the first view: browsers lay it out when it comes near, so that a slow phone shows the top of
 * a long page sooner. `height` in px is what it takes until then.
 */
export function deferLayout(height: number): CSSProperties {
  return { contentVisibility: "auto", containIntrinsicHeight: `auto ${height}px` };
}
