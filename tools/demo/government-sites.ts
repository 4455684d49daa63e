// Government and residential branches of the demo. All names and numbers are invented.
import type { DemoCharge, DemoBranch } from "#tools/demo/companies.ts";

const officeCharges: readonly DemoCharge[] = [
  { type: "Two wheeler", unit: "hours", rate: 5 },
  { type: null, unit: "hours", rate: 15 },
];
const guestCharges: readonly DemoCharge[] = [
  { type: "Two wheeler", unit: "days", rate: 20 },
  { type: null, unit: "days", rate: 50 },
];

export const collectorateBranches: readonly DemoBranch[] = [
  {
    name: "Rajaji Salai",
    slug: "rajaji-salai",
    entity: "government",
    city: "Chennai",
    area: "George Town",
    pincode: "600001",
    address: "62 Rajaji Salai, opposite the beach station",
    at: ["13.0934", "80.2921"],
    services: ["parking"],
    blocks: { C: 50, T: 70 },
    charges: officeCharges,
    payment: "pre-pay",
    allowsPersons: true,
    entryShare: 6,
    tags: ["CCTV"],
    amenities: ["Drinking water"],
  },
];
export const secretariatBranches: readonly DemoBranch[] = [
  {
    name: "Lakdikapul",
    slug: "lakdikapul",
    entity: "government",
    city: "Hyderabad",
    area: "Lakdikapul",
    pincode: "500004",
    address: "5-9-201 Secretariat Road",
    at: ["17.4036", "78.4628"],
    services: ["parking"],
    blocks: { S: 60, T: 60 },
    charges: officeCharges,
    isGuarded: true,
    allowsPersons: true,
    entryShare: 5,
    passes: 8,
    tags: ["CCTV", "Near metro"],
    amenities: ["Drinking water", "Waiting hall"],
  },
];
export const palmGroveBranches: readonly DemoBranch[] = [
  {
    name: "Palm Grove Marathahalli",
    slug: "marathahalli",
    entity: "residential",
    city: "Bengaluru",
    area: "Marathahalli",
    pincode: "560037",
    address: "1 Palm Grove Layout, Outer Ring Road",
    at: ["12.9591", "77.6974"],
    services: ["parking"],
    blocks: { R: 120, G: 20 },
    allowsPersons: true,
    entryShare: 4,
    passes: 14,
    tags: ["Covered", "CCTV"],
    amenities: ["Lift", "EV charging"],
  },
];
export const lakeviewBranches: readonly DemoBranch[] = [
  {
    name: "Porur Towers",
    slug: "porur-towers",
    entity: "residential",
    city: "Chennai",
    area: "Porur",
    pincode: "600116",
    address: "240 Mount Poonamallee Road",
    at: ["13.0382", "80.1565"],
    services: ["parking"],
    blocks: { R: 80, G: 16 },
    charges: guestCharges,
    allowsPersons: true,
    entryShare: 2,
    passes: 12,
    tags: ["Covered", "CCTV"],
    amenities: ["Lift"],
  },
  {
    name: "Gachibowli Heights",
    slug: "gachibowli-heights",
    entity: "residential",
    city: "Hyderabad",
    area: "Gachibowli",
    pincode: "500032",
    address: "14 Old Mumbai Highway",
    at: ["17.4401", "78.3489"],
    services: ["parking"],
    blocks: { R: 70, G: 12 },
    entryShare: 1,
    passes: 10,
    tags: ["CCTV"],
    amenities: ["Lift"],
  },
];
