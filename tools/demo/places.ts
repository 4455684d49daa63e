// The companies and branches of the demo. Every name and number is invented.

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

const mall: readonly Charge[] = [
  { type: "Two wheeler", unit: "hours", rate: 10 },
  { type: "SUV", unit: "minutes", value: 30, rate: 30 },
  { type: null, unit: "minutes", value: 30, rate: 20 },
];
const hospital: readonly Charge[] = [
  { type: "Two wheeler", unit: "hours", rate: 5, minimum: 10 },
  { type: null, unit: "hours", rate: 30 },
];
const office: readonly Charge[] = [
  { type: "Two wheeler", unit: "hours", rate: 5 },
  { type: null, unit: "hours", rate: 15 },
];
const hotel: readonly Charge[] = [{ type: null, unit: "hours", rate: 50, minimum: 100 }];
const guests: readonly Charge[] = [
  { type: "Two wheeler", unit: "days", rate: 20 },
  { type: null, unit: "days", rate: 50 },
];

const saravana: readonly DemoBranch[] = [
  {
    name: "T Nagar",
    slug: "t-nagar",
    entity: "commercial",
    city: "Chennai",
    area: "T Nagar",
    pincode: "600017",
    address: "42 Usman Road, near the bus terminus",
    at: ["13.0418", "80.2341"],
    services: ["parking"],
    blocks: { A: 60, B: 40, T: 120 },
    charges: mall,
    isSlotRequired: true,
    share: 17,
    passes: 6,
    tags: ["Covered", "CCTV", "Mall"],
    amenities: ["Lift", "Drinking water", "Toilets"],
  },
  {
    name: "Velachery",
    slug: "velachery",
    entity: "commercial",
    city: "Chennai",
    area: "Velachery",
    pincode: "600042",
    address: "8 Velachery Main Road",
    at: ["12.9791", "80.2209"],
    services: ["parking", "valet"],
    blocks: { A: 80, T: 90 },
    valetBlocks: { V: 30 },
    charges: mall,
    valetCharges: mall,
    valetCharge: 50,
    share: 12,
    tags: ["Covered", "Valet", "Near metro", "Mall"],
    amenities: ["Lift", "EV charging", "Toilets"],
  },
  {
    name: "Anna Nagar",
    slug: "anna-nagar",
    entity: "commercial",
    city: "Chennai",
    area: "Anna Nagar",
    pincode: "600040",
    address: "115 Second Avenue, Round Tana",
    at: ["13.0850", "80.2101"],
    services: ["parking"],
    blocks: { A: 45, T: 60 },
    charges: mall,
    share: 8,
    tags: ["CCTV", "Mall"],
    amenities: ["Toilets"],
  },
];
const kaveri: readonly DemoBranch[] = [
  {
    name: "Indiranagar",
    slug: "indiranagar",
    entity: "commercial",
    city: "Bengaluru",
    area: "Indiranagar",
    pincode: "560038",
    address: "700 100 Feet Road, Defence Colony",
    at: ["12.9719", "77.6412"],
    services: ["parking", "valet", "pre-booking"],
    blocks: { P1: 80, P2: 80 },
    valetBlocks: { V: 40 },
    charges: mall,
    valetCharges: mall,
    valetCharge: 80,
    share: 14,
    passes: 5,
    tags: ["Covered", "Valet", "EV charging", "Near metro", "Mall"],
    amenities: ["Lift", "EV charging", "Car wash"],
  },
  {
    name: "Jayanagar",
    slug: "jayanagar",
    entity: "commercial",
    city: "Bengaluru",
    area: "Jayanagar",
    pincode: "560041",
    address: "27 11th Main, Fourth Block",
    at: ["12.9299", "77.5826"],
    services: ["parking", "valet"],
    blocks: { P: 50 },
    valetBlocks: { V: 25 },
    charges: mall,
    valetCharges: mall,
    valetCharge: 60,
    share: 7,
    tags: ["Covered", "Valet"],
    amenities: ["Lift", "Toilets"],
  },
  {
    name: "Mysuru Road",
    slug: "mysuru-road",
    status: "draft",
    entity: "commercial",
    city: "Bengaluru",
    area: "Kengeri",
    pincode: "560060",
    address: "310 Mysuru Road, Kengeri",
    at: ["12.9177", "77.4838"],
    services: ["parking"],
    blocks: { P: 40 },
    charges: mall,
    share: 0,
    tags: ["Covered"],
    amenities: [],
  },
];
const golconda: readonly DemoBranch[] = [
  {
    name: "Banjara Hills",
    slug: "banjara-hills",
    entity: "commercial",
    city: "Hyderabad",
    area: "Banjara Hills",
    pincode: "500034",
    address: "8-2-120 Road No. 2",
    at: ["17.4156", "78.4347"],
    services: ["valet"],
    valetBlocks: { G: 35, L: 20 },
    valetCharges: hotel,
    valetCharge: 100,
    share: 0,
    tags: ["Valet", "Restaurant", "Open 24 hours"],
    amenities: ["Lounge", "Car wash"],
  },
  {
    name: "HITEC City",
    slug: "hitec-city",
    entity: "commercial",
    city: "Hyderabad",
    area: "HITEC City",
    pincode: "500081",
    address: "Plot 12, Phase 2, Madhapur",
    at: ["17.4435", "78.3772"],
    services: ["parking", "valet"],
    blocks: { B1: 70, B2: 70 },
    valetBlocks: { G: 30 },
    charges: hotel,
    valetCharges: hotel,
    valetCharge: 100,
    share: 8,
    passes: 6,
    tags: ["Covered", "Valet", "EV charging", "Restaurant"],
    amenities: ["Lift", "EV charging", "Lounge"],
  },
];
const meenakshi: readonly DemoBranch[] = [
  {
    name: "Adyar",
    slug: "adyar",
    entity: "commercial",
    city: "Chennai",
    area: "Adyar",
    pincode: "600020",
    address: "19 Lattice Bridge Road",
    at: ["13.0067", "80.2573"],
    services: ["parking"],
    blocks: { H: 70, T: 80 },
    charges: hospital,
    share: 9,
    tags: ["Hospital", "Wheelchair access", "Open 24 hours"],
    amenities: ["Wheelchairs", "Drinking water", "Toilets"],
  },
  {
    name: "Whitefield",
    slug: "whitefield",
    entity: "commercial",
    city: "Bengaluru",
    area: "Whitefield",
    pincode: "560066",
    address: "88 ITPL Main Road, Hope Farm",
    at: ["12.9863", "77.7499"],
    services: ["parking", "pre-booking"],
    blocks: { H: 90 },
    charges: hospital,
    share: 7,
    tags: ["Hospital", "Wheelchair access"],
    amenities: ["Wheelchairs", "Toilets"],
  },
];
const collectorate: readonly DemoBranch[] = [
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
    charges: office,
    payment: "pre-pay",
    allowsPersons: true,
    share: 6,
    tags: ["CCTV"],
    amenities: ["Drinking water"],
  },
];
const secretariat: readonly DemoBranch[] = [
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
    charges: office,
    isGuarded: true,
    allowsPersons: true,
    share: 5,
    passes: 8,
    tags: ["CCTV", "Near metro"],
    amenities: ["Drinking water", "Waiting hall"],
  },
];
const palmGrove: readonly DemoBranch[] = [
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
    share: 4,
    passes: 14,
    tags: ["Covered", "CCTV"],
    amenities: ["Lift", "EV charging"],
  },
];
const lakeview: readonly DemoBranch[] = [
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
    charges: guests,
    allowsPersons: true,
    share: 2,
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
    share: 1,
    passes: 10,
    tags: ["CCTV"],
    amenities: ["Lift"],
  },
];

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
