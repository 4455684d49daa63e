// Icon of a vehicle type, by the icon name stored in its row.
import { getKeys } from "#domain/object-keys.ts";
import {
  IconBus,
  IconCar,
  IconCarSuv,
  IconChargingPile,
  IconMotorbike,
  IconTir,
  IconTruckDelivery,
} from "@tabler/icons-react";

const icons = {
  motorbike: IconMotorbike,
  car: IconCar,
  "car-suv": IconCarSuv,
  "car-electric": IconChargingPile,
  van: IconTruckDelivery,
  bus: IconBus,
  truck: IconTir,
} as const;

export const vehicleIconNames = [...getKeys(icons), "auto"] as const;

interface VehicleIconProps {
  icon: string | null | undefined;
  size?: number;
}

export function VehicleIcon({ icon, size = 30 }: VehicleIconProps) {
  const name = vehicleIconNames.find((known) => known === icon);
  if (name === "auto") return <AutoRickshaw size={size} />;
  const TypeIcon = name ? icons[name] : IconCar;
  return <TypeIcon size={size} stroke={1.6} aria-hidden="true" />;
}

/** Missing in the icon set. */
function AutoRickshaw({ size }: { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3 17v-8c0-2 1.500-3 3.500-3h8.500l4 6h1c.800 0 1.500.700 1.500 1.500v3.500h-2M14.500 17h-6M3 12h15.500M11 6v6" />
      <path d="M4.500 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0M15.500 17a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />
    </svg>
  );
}
