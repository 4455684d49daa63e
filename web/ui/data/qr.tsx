// QR code as a single SVG path, sharp on screen and on paper.
import { encode } from "uqr";
import { useMemo } from "react";

/** In both colour schemes, for contrast when scanning. */
const blackOnWhite = { flex: "none", background: "white", fill: "black" } as const;

/** `label` describes what a scan opens. `size` is any CSS length; printed codes need at least 25 mm. */
export function QrCode({ text, label, size = "25mm" }: { text: string; label: string; size?: string }) {
  const { path, width } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: "M", border: 2 });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { path: dark.join(""), width: modules };
  }, [text]);
  return (
    <svg
      style={{ ...blackOnWhite, width: size, height: size }}
      viewBox={`0 0 ${width} ${width}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
