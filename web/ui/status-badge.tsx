// A state as a word, an icon and a colour: never the colour alone.
import {
  IconArrowBarToRight,
  IconArrowBarRight,
  IconBan,
  IconBell,
  IconCheck,
  IconClock,
  IconCoinRupee,
  IconGift,
  IconKey,
  IconParking,
  IconSteeringWheel,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import { badgeColours } from "#domain/rules/badge.ts";
import type { Badge } from "#domain/rules/badge.ts";
import { statusColours } from "#web/ui/theme.ts";
import type { StatusColour } from "#web/ui/theme.ts";
import styles from "#web/ui/status-badge.module.css";

interface StatusBadgeProps {
  label: string;
  /** As the state tables name it: green, red, amber, grey, blue, teal, orange, yellow. */
  colour: string;
  icon?: Icon | undefined;
  size?: "normal" | "large" | undefined;
}

/** By the colour where the caller names no icon: each state has a colour of its own. */
const iconOf: { [colour in StatusColour]: Icon } = {
  green: IconArrowBarToRight,
  red: IconArrowBarRight,
  amber: IconClock,
  grey: IconBan,
  blue: IconKey,
  teal: IconParking,
  orange: IconBell,
  yellow: IconSteeringWheel,
};

function known(colour: string): StatusColour {
  return statusColours.find((name) => name === colour) ?? "grey";
}

export function StatusBadge({ label, colour, icon, size = "normal" }: StatusBadgeProps) {
  const name = known(colour);
  const Shown = icon ?? iconOf[name];
  return (
    <span className={`${styles["badge"]} ${styles[name]} ${size === "large" ? styles["large"] : ""}`}>
      <Shown size={size === "large" ? 20 : 16} stroke={2.2} aria-hidden="true" />
      {label}
    </span>
  );
}

const paymentIcons: { [badge in Badge]: Icon } = {
  Free: IconGift,
  Paid: IconCheck,
  "Partially Paid": IconCoinRupee,
  Pending: IconClock,
};

/** `badge` comes from `paymentBadge` in domain/rules/badge.ts. */
export function PaymentBadge({ badge, size }: { badge: Badge; size?: "normal" | "large" }) {
  return <StatusBadge label={badge} colour={badgeColours[badge]} icon={paymentIcons[badge]} size={size} />;
}
