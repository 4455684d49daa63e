// Icons of branch cards. A list has about a hundred: each is drawn once in the document and referred to, which halves what the server
// renders and what a phone has to lay out.
import {
  IconBan,
  IconClock,
  IconCoinRupee,
  IconParking,
  IconStar,
  IconSteeringWheel,
  IconTicket,
} from "@tabler/icons-react";
import type { BadgeIcon } from "#web/ui/badge.tsx";

/** As badges draw their icons. */
const stroke = 2.2;

const icons = {
  ban: IconBan,
  clock: IconClock,
  coin: IconCoinRupee,
  parking: IconParking,
  star: IconStar,
  valet: IconSteeringWheel,
  offer: IconTicket,
} as const;

const toId = (name: string): string => `card-icon-${name}`;

/** The drawings; once in each document with cards. */
export function CardIconDrawings() {
  return (
    <svg aria-hidden="true" style={{ display: "none" }}>
      {Object.entries(icons).map(([name, Icon]) => (
        <Icon key={name} id={toId(name)} size="100%" stroke={stroke} />
      ))}
    </svg>
  );
}

function createReference(name: keyof typeof icons): BadgeIcon {
  const href = `#${toId(name)}`;
  return function CardIcon({ size }) {
    return (
      <svg width={size} height={size} aria-hidden="true">
        <use href={href} />
      </svg>
    );
  };
}

export const cardIcons = {
  ban: createReference("ban"),
  clock: createReference("clock"),
  coin: createReference("coin"),
  parking: createReference("parking"),
  star: createReference("star"),
  valet: createReference("valet"),
  offer: createReference("offer"),
} as const satisfies { [name in keyof typeof icons]: BadgeIcon };
