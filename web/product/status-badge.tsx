// A status as a word, an icon and a colour, never as a colour alone.
import {
  IconAlertTriangle,
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
import { paymentLabelColours } from "#domain/payments/payment-label.ts";
import type { PaymentLabel } from "#domain/payments/payment-label.ts";
import { Badge } from "#web/ui/badge.tsx";
import { toStatusColour } from "#web/ui/theme/status-colours.ts";
import type { StatusColour } from "#web/ui/theme/status-colours.ts";
import { t } from "#web/languages/t.ts";

interface StatusBadgeProps {
  label: string;
  /** Colour name of the state tables: green, red, amber, grey, blue, teal, orange, yellow. */
  colour: string;
  icon?: Icon | undefined;
  size?: "normal" | "large" | undefined;
}

/** Default icon of each colour. */
const colourIcons: { [colour in StatusColour]: Icon } = {
  green: IconArrowBarToRight,
  red: IconArrowBarRight,
  amber: IconClock,
  grey: IconBan,
  blue: IconKey,
  teal: IconParking,
  orange: IconBell,
  yellow: IconSteeringWheel,
};

export function StatusBadge({ label, colour, icon, size = "normal" }: StatusBadgeProps) {
  const name = toStatusColour(colour);
  return (
    <Badge c={name} icon={icon ?? colourIcons[name]} size={size === "large" ? "lg" : "md"}>
      {t(label)}
    </Badge>
  );
}

/** The default icons are those of the states of vehicles. */
const transferIcons: { [colour in StatusColour]?: Icon } = {
  green: IconCheck,
  red: IconAlertTriangle,
  amber: IconClock,
  blue: IconClock,
};

/** State of an online payment or of its refund. */
export function TransferBadge({ name, colour }: { name: string; colour: string }) {
  return <StatusBadge label={name} colour={colour} icon={transferIcons[toStatusColour(colour)]} />;
}

const paymentIcons: { [badge in PaymentLabel]: Icon } = {
  Free: IconGift,
  Paid: IconCheck,
  "Partially Paid": IconCoinRupee,
  Pending: IconClock,
  "Written off": IconBan,
};

/** `badge` comes from `getPaymentLabel` in domain/payments/payment-label.ts. */
export function PaymentBadge({ badge, size }: { badge: PaymentLabel; size?: "normal" | "large" }) {
  return <StatusBadge label={badge} colour={paymentLabelColours[badge]} icon={paymentIcons[badge]} size={size} />;
}
