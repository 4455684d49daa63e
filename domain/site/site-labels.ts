// §2 public pages: names of services and entity types.
import type { ServiceName } from "#domain/branches/services.ts";
import type { SiteEntityType, SiteService } from "#domain/site/site-data.ts";

export const siteServiceLabels: { readonly [service in SiteService]: string } = {
  parking: "Parking",
  "valet-parking": "Valet parking",
  "valet-service": "Valet service",
  "pre-booking": "Pre-booking",
};

export const siteEntityTypeLabels: { readonly [type in SiteEntityType]: string } = {
  commercial: "Commercial",
  government: "Government",
  residential: "Residential",
  "school-college-university": "School, college, university",
};

/** The field of a branch that enables the service. */
export const siteServiceFields: { readonly [service in SiteService]: ServiceName } = {
  parking: "is_parking",
  "valet-parking": "is_valet_and_parking",
  "valet-service": "is_valet_and_parking",
  "pre-booking": "is_pre_booking",
};

/** Services that customers can use; the others are shown as coming soon. */
export const offeredServices: readonly SiteService[] = ["parking", "valet-parking", "valet-service"];

/** The services of a branch that have a page; the first is the one that a link to the branch leads to. */
export function listPageServices({
  isParking,
  valet,
}: {
  isParking: boolean;
  valet: SiteService | null;
}): SiteService[] {
  const services = [...(isParking ? ["parking" as const] : []), ...(valet ? [valet] : [])];
  return services.filter((name) => offeredServices.includes(name));
}
