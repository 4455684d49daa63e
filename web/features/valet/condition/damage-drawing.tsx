// A car from above, its front on the left: the damaged parts are marked, and can be chosen if `onChange` is given.
import type { KeyboardEvent } from "react";
import { type CarPart, carParts } from "#domain/valet/condition/damages.ts";
import { capitalize } from "#domain/text/labels.ts";
import { t } from "#web/languages/t.ts";

/** Position and size of each part in the drawing. */
const shapes: { readonly [part in CarPart]: readonly [x: number, y: number, width: number, height: number] } = {
  front: [0, 50, 48, 60],
  bonnet: [52, 50, 60, 60],
  roof: [116, 50, 88, 60],
  boot: [208, 50, 60, 60],
  rear: [272, 50, 48, 60],
  "front left": [40, 112, 118, 46],
  "rear left": [162, 112, 118, 46],
  "front right": [40, 2, 118, 46],
  "rear right": [162, 2, 118, 46],
};

const getPartLabel = (part: CarPart): string => t(capitalize(part));

interface DamageDrawingProps {
  damages: readonly CarPart[];
  onChange?: (damages: CarPart[]) => void;
}

export function DamageDrawing({ damages, onChange }: DamageDrawingProps) {
  const toggle = (part: CarPart) =>
    onChange?.(carParts.filter((known) => (known === part) !== damages.includes(known)));
  const pressKey = (event: KeyboardEvent, part: CarPart) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    toggle(part);
  };
  return (
    <svg
      viewBox="-2 0 324 160"
      role={onChange ? "group" : "img"}
      aria-label={
        onChange ? t("Damages on the car") : t("Damages: {parts}", { parts: damages.map(getPartLabel).join(", ") })
      }
      style={{ width: "100%", maxWidth: 400, display: "block" }}
    >
      {carParts.map((part) => {
        const [x, y, width, height] = shapes[part];
        const isDamaged = damages.includes(part);
        const choice = onChange
          ? {
              role: "checkbox",
              tabIndex: 0,
              "aria-checked": isDamaged,
              "aria-label": t("Damage: {part}", { part: getPartLabel(part) }),
              onClick: () => toggle(part),
              onKeyDown: (event: KeyboardEvent) => pressKey(event, part),
              style: { cursor: "pointer" },
            }
          : {};
        return (
          <g key={part} {...choice}>
            <rect
              x={x}
              y={y}
              width={width}
              height={height}
              rx={10}
              fill={isDamaged ? "var(--red)" : "var(--card)"}
              stroke="var(--line-strong)"
            />
            <text
              x={x + width / 2}
              y={y + height / 2 + 4}
              textAnchor="middle"
              fontSize={12}
              fill={isDamaged ? "var(--card)" : "var(--ink)"}
              aria-hidden="true"
            >
              {getPartLabel(part)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
