// What the table, the chart and the calculator compare: the edited version with the one in force.
import type { TariffVersion } from "#domain/tariffs/tariff.ts";

export interface ComparedTariffs {
  tariff: TariffVersion;
  /** Undefined if none is in force yet. */
  current: TariffVersion | undefined;
  vehicleTypes: readonly { id: number; name: string | null }[];
  /** Time of arrival of the compared stays. */
  arrival: Date;
  zone: string;
}
