// The companies and branches of the demo. Every name and number is invented.
import { golconda, kaveri, meenakshi, saravana } from "#tools/demo/commercial-places.ts";
import { collectorate, lakeview, palmGrove, secretariat } from "#tools/demo/quiet-places.ts";

export interface Charge {
  /** Of `Vehicle_Type`, by name; null is every other. */
  type: string | null;
  unit: "minutes" | "hours" | "days";
  /** Minutes in a unit, where that is minutes. */
  value?: number;
  /** Rupees. */
  rate: number;
  minimum?: number;
}

export interface DemoBranch {
  name: string;
  slug: string;
  status?: "draft";
  entity: "government" | "commercial" | "residential";
  city: "Chennai" | "Bengaluru" | "Hyderabad";
  area: string;
  pincode: string;
  address: string;
  at: readonly [latitude: string, longitude: string];
  services: readonly ("parking" | "valet" | "pre-booking")[];
  /** Slots per prefix, in order. */
  blocks?: { readonly [prefix: string]: number };
  valetBlocks?: { readonly [prefix: string]: number };
  charges?: readonly Charge[];
  valetCharges?: readonly Charge[];
  /** Rupees on top for handing over the key. */
  valetCharge?: number;
  payment?: "post-pay" | "pre-pay";
  isSlotRequired?: boolean;
  /** Visitors wait for an approver. */
  isGuarded?: boolean;
  allowsPersons?: boolean;
  /** How many of a hundred visits come here. */
  share: number;
  /** Standing passes. */
  passes?: number;
  tags: readonly string[];
  amenities: readonly string[];
}

export interface DemoCompany {
  name: string;
  registered: string;
  slug: string;
  type: "single_organization" | "franchise" | "individual" | "government";
  pan: string;
  branches: readonly DemoBranch[];
}

export const states = { Chennai: "Tamil Nadu", Bengaluru: "Karnataka", Hyderabad: "Telangana" } as const;

export const companies: readonly DemoCompany[] = [
  {
    name: "Saravana Silks",
    registered: "Saravana Silks and Stores Private Limited",
    slug: "saravana",
    type: "franchise",
    pan: "AAACS1001A",
    branches: saravana,
  },
  {
    name: "Kaveri Arcade",
    registered: "Kaveri Arcade Malls Private Limited",
    slug: "kaveri",
    type: "single_organization",
    pan: "AAACK1002B",
    branches: kaveri,
  },
  {
    name: "Golconda Grand",
    registered: "Golconda Grand Hotels Private Limited",
    slug: "golconda",
    type: "franchise",
    pan: "AAACG1003C",
    branches: golconda,
  },
  {
    name: "Meenakshi Care",
    registered: "Meenakshi Care Hospitals Private Limited",
    slug: "meenakshi",
    type: "single_organization",
    pan: "AAACM1004D",
    branches: meenakshi,
  },
  {
    name: "Chennai District Offices",
    registered: "Chennai District Offices",
    slug: "chennai-district",
    type: "government",
    pan: "AAAGC1005E",
    branches: collectorate,
  },
  {
    name: "Telangana State Offices",
    registered: "Telangana State Offices",
    slug: "telangana-offices",
    type: "government",
    pan: "AAAGT1006F",
    branches: secretariat,
  },
  {
    name: "Palm Grove Residents",
    registered: "Palm Grove Residents Association",
    slug: "palm-grove",
    type: "individual",
    pan: "AAATP1007G",
    branches: palmGrove,
  },
  {
    name: "Lakeview Homes",
    registered: "Lakeview Homes Association",
    slug: "lakeview",
    type: "franchise",
    pan: "AAATL1008H",
    branches: lakeview,
  },
];
