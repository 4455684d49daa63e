// A QR as one drawing of squares: prints sharp at any size.
import { encode } from "uqr";

/** `text` is what the scanner reads. Black on white in every colour scheme, with the quiet edge a scanner needs. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const squares = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="white" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="black" d={squares.join("")} />
    </svg>
  );
}
