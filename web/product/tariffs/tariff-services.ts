// The services that have a tariff, and where their pages are.
import type { ServiceName } from "#domain/branches/services.ts";

export interface TariffService {
  service: ServiceName;
  title: string;
  /** Pages under /:company/:branch/. */
  settings: string;
  settingsLabel: string;
  page: string;
  editor: string;
}

export const parkingTariff: TariffService = {
  service: "is_parking",
  title: "Parking tariff",
  settings: "configurations/parking",
  settingsLabel: "All parking settings",
  page: "configurations/parking/charges",
  editor: "configurations/parking/charges/edit",
};

export const valetTariff: TariffService = {
  service: "is_valet_and_parking",
  title: "Valet parking tariff",
  settings: "configurations/valet-parking",
  settingsLabel: "All valet settings",
  page: "configurations/valet-parking/charges",
  editor: "configurations/valet-parking/charges/edit",
};
