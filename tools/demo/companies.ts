// Companies and branches of the demo. All names and numbers are invented.
import type { PassPeriod } from "#domain/tariffs/tariff.ts";
import { golcondaBranches, kaveriBranches, meenakshiBranches, saravanaBranches } from "#tools/demo/commercial-sites.ts";
import {
  collectorateBranches,
  lakeviewBranches,
  palmGroveBranches,
  secretariatBranches,
} from "#tools/demo/government-sites.ts";

export interface DemoCharge {
  /** Name of the `Vehicle_Type`; null for all others. */
  type: string | null;
  unit: "minutes" | "hours" | "days";
  /** Length of a unit in minutes, if the unit is minutes. */
  value?: number;
  /** In rupees. */
  rate: number;
  minimum?: number;
}

export interface DemoPassPrice {
  /** As of a charge. */
  type: string | null;
  per: PassPeriod;
  /** In rupees. */
  price: number;
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
  charges?: readonly DemoCharge[];
  valetCharges?: readonly DemoCharge[];
  /** Additional charge for valet service in rupees. */
  valetCharge?: number;
  payment?: "post-pay" | "pre-pay";
  isSlotRequired?: boolean;
  /** Visitors require approval. */
  isGuarded?: boolean;
  allowsPersons?: boolean;
  /** Share of entries in per cent. */
  entryShare: number;
  /** Number of passes. */
  passes?: number;
  passPrices?: readonly DemoPassPrice[];
  tags: readonly string[];
  amenities: readonly string[];
}

export interface DemoCompany {
  name: string;
  registeredName: string;
  slug: string;
  type: "single_organization" | "franchise" | "individual" | "government";
  pan: string;
  branches: readonly DemoBranch[];
}

export const statesByCity = { Chennai: "Tamil Nadu", Bengaluru: "Karnataka", Hyderabad: "Telangana" } as const;

export const demoCompanies: readonly DemoCompany[] = [
  {
    name: "Saravana Silks",
    registeredName: "Saravana Silks and Stores Private Limited",
    slug: "saravana",
    type: "franchise",
    pan: "AAACS1001A",
    branches: saravanaBranches,
  },
  {
    name: "Kaveri Arcade",
    registeredName: "Kaveri Arcade Malls Private Limited",
    slug: "kaveri",
    type: "single_organization",
    pan: "AAACK1002B",
    branches: kaveriBranches,
  },
  {
    name: "Golconda Grand",
    registeredName: "Golconda Grand Hotels Private Limited",
    slug: "golconda",
    type: "franchise",
    pan: "AAACG1003C",
    branches: golcondaBranches,
  },
  {
    name: "Meenakshi Care",
    registeredName: "Meenakshi Care Hospitals Private Limited",
    slug: "meenakshi",
    type: "single_organization",
    pan: "AAACM1004D",
    branches: meenakshiBranches,
  },
  {
    name: "Chennai District Offices",
    registeredName: "Chennai District Offices",
    slug: "chennai-district",
    type: "government",
    pan: "AAAGC1005E",
    branches: collectorateBranches,
  },
  {
    name: "Telangana State Offices",
    registeredName: "Telangana State Offices",
    slug: "telangana-offices",
    type: "government",
    pan: "AAAGT1006F",
    branches: secretariatBranches,
  },
  {
    name: "Palm Grove Residents",
    registeredName: "Palm Grove Residents Association",
    slug: "palm-grove",
    type: "individual",
    pan: "AAATP1007G",
    branches: palmGroveBranches,
  },
  {
    name: "Lakeview Homes",
    registeredName: "Lakeview Homes Association",
    slug: "lakeview",
    type: "franchise",
    pan: "AAATL1008H",
    branches: lakeviewBranches,
  },
];
