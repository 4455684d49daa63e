// A small data set for queries: companies, branches, blocks, charges and tags with known values.
import { createDirectus, rest, staticToken } from "@directus/sdk";
import { isGovernmentCompany } from "#domain/branches/entity-type.ts";
import { startApp, type TestClient, type TestApp } from "#tests/support/app.ts";
import { createFactories, type CreatedUser } from "#tests/support/factories.ts";

export interface ItemsFixture extends TestApp {
  factories: ReturnType<typeof createFactories>;
  address: string;
  platform: TestClient;
  platformUser: CreatedUser;
  /** Keys by name. */
  ids: { [name: string]: number };
  /** The name of a row of the data set by its key. */
  getName: (kind: "company" | "branch" | "block" | "charge" | "tag" | "type" | "area", id: number) => string;
  /** The published SDK for this caller. */
  createSdk: (caller: TestClient) => ReturnType<typeof createSdkClient>;
}

function createSdkClient({ address, token }: { address: string; token: string | undefined }) {
  return createDirectus(address)
    .with(staticToken(token ?? ""))
    .with(rest());
}

const companies = [
  { name: "Alpha Parking", slug: "alpha", company_type: "single_organization", pan: "AAAPL1234C" },
  { name: "Beta Group", slug: "beta", company_type: "franchise" },
  { name: "Gamma City", slug: "gamma", company_type: "government", registered_name: "City of Gamma" },
  { name: "Delta", slug: "delta", company_type: "individual" },
];
const branches = [
  { company: "Alpha Parking", name: "Anna Nagar", city: "Chennai", state: "TN", pincode: "600040", amenities: ["Tea"] },
  { company: "Alpha Parking", name: "Besant_Nagar 100%", city: "Chennai", state: "TN", entity_type: "residential" },
  { company: "Beta Group", name: "Charminar", city: "Hyderabad", state: "TS", pincode: "500002" },
  { company: "Beta Group", name: "anna salai", entity_type: "government" },
  { company: "Gamma City", name: "Egmore", city: "Chennai", entity_type: "government", pincode: "600008" },
  { company: "Gamma City", name: "Fort", city: "Mysuru", state: "KA", pincode: "570001" },
];
/** Set only by the server, or by a process too long for this fixture. */
const serverFields: { [branch: string]: { created: string; status: string; charges: number | null } } = {
  "Anna Nagar": { created: "2025-01-15T04:30:00.000Z", status: "published", charges: 250 },
  "Besant_Nagar 100%": { created: "2025-06-30T23:59:59.500Z", status: "published", charges: null },
  Charminar: { created: "2026-01-01T00:00:00.000Z", status: "published", charges: 0 },
  "anna salai": { created: "2026-02-28T12:00:00.000Z", status: "draft", charges: 100 },
  Egmore: { created: "2026-02-28T12:00:00.000Z", status: "published", charges: 250 },
  Fort: { created: "2024-12-31T18:30:00.000Z", status: "archived", charges: 9999 },
};
/** Branch, prefix, slots, position in the list. */
const blocks: [string, string, number, number | null][] = [
  ["Anna Nagar", "A", 10, 1],
  ["Anna Nagar", "B", 20, 2],
  ["Anna Nagar", "C", 30, null],
  ["Besant_Nagar 100%", "A", 5, 0],
  ["Charminar", "A", 40, 0],
  ["Charminar", "B", 40, 0],
  ["Egmore", "A", 7, 0],
];
/** Branch, type, rupees per half hour, minimum. */
const charges: [string, string | null, string, string | null][] = [
  ["Anna Nagar", "Car", "20.00", "30.00"],
  ["Anna Nagar", "Bike", "10.50", null],
  ["Besant_Nagar 100%", "Car", "99.99", null],
  ["Charminar", null, "20.00", "0.00"],
  ["Egmore", null, "0.00", null],
];
const tags: { [tag: string]: string[] } = {
  Roofed: ["Anna Nagar", "Besant_Nagar 100%"],
  Plugs: ["Anna Nagar"],
  "Day and night": ["Charminar"],
  Watched: [],
};
const areas = ["Adyar", "Guindy", "Velachery"];

/** Starts the app on a separate database with this data set, listening on a port. */
export async function startItemsFixture(): Promise<ItemsFixture> {
  const started = await startApp();
  const { app, sql, asUser } = started;
  const factories = createFactories(sql);
  const ids: { [name: string]: number } = {};
  const names = new Map<string, string>();
  const known = (kind: string, name: string, id: number): number => {
    names.set(`${kind} ${id}`, name);
    return (ids[name] ??= id);
  };
  for (const area of areas)
    known("area", area, (await factories.row("Areas", { area_name: area, city: "Chennai", state: "TN" })).id);
  for (const type of ["Car", "Bike"])
    known("type", type, (await factories.row("Vehicle_Type", { name: `My ${type}` })).id);
  for (const company of companies)
    known("company", company.name, (await factories.row("Companies", { status: "published", ...company })).id);
  for (const { company, entity_type, ...branch } of branches) {
    const slug = branch.name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replace(/-$/, "");
    const row = {
      ...branch,
      slug,
      company: ids[company]!,
      status: "published",
      is_parking: branch.name !== "Charminar",
    };
    const isGovernment = isGovernmentCompany(companies.find(({ name }) => name === company)!);
    const fitting = isGovernment ? "government" : "commercial";
    known("branch", branch.name, (await factories.row("Branch", { ...row, entity_type: fitting })).id);
    // Stored types may disagree with that of the company: the rule is younger than such rows.
    const type = entity_type ?? "commercial";
    await sql`update "Branch" set entity_type = ${type} where id = ${ids[branch.name]!}`;
  }
  await sql`update "Branch" set area = ${ids["Adyar"]!} where id in ${sql([ids["Anna Nagar"]!, ids["Besant_Nagar 100%"]!])}`;
  for (const [branch, prefix, total_slots, sort] of blocks) {
    const row = { branch: ids[branch]!, service: "is_parking", zone_or_block: `Zone ${prefix}`, slot_prefix: prefix };
    known("block", `${branch} ${prefix}`, (await factories.row("Slot_Blocks", { ...row, total_slots, sort })).id);
  }
  for (const [branch, type, charge_amount_for_minutes, min_charge_of_minutes] of charges) {
    const row = {
      branch: ids[branch]!,
      service: "is_parking",
      vehicle_type: type && ids[type]!,
      charge_amount_for_minutes,
    };
    const unit = { parking_time_type: "minutes", time_value_for_minutes: 30, min_charge_of_minutes };
    known("charge", `${branch} ${type ?? "any"}`, (await factories.row("Time_Charges", { ...row, ...unit })).id);
  }
  for (const [tag, branchNames] of Object.entries(tags)) {
    known("tag", tag, (await factories.row("Tags_Category", { Name: tag })).id);
    for (const branch of branchNames) await factories.row("Branch_Tags", { branch: ids[branch]!, tag: ids[tag]! });
  }
  for (const [branch, { created, status, charges: share }] of Object.entries(serverFields))
    await sql`update "Branch" set date_created = ${created}, status = ${status}, platform_charges = ${share} where id = ${ids[branch]!}`;
  await sql`update "Branch" set state = '' where id = ${ids["Egmore"]!}`;
  await sql`update "Companies" set status = 'draft' where id = ${ids["Delta"]!}`;
  const platformUser = await factories.user("platform");
  const platform = await asUser(platformUser);
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    ...started,
    factories,
    address,
    platform,
    platformUser,
    ids,
    getName: (kind, id) => names.get(`${kind} ${id}`) ?? `${kind} ${id}`,
    createSdk: ({ token }) => createSdkClient({ address, token }),
  };
}

/** A query string of these parameters; values other than text are JSON. */
export function toQueryString(query: { [parameter: string]: unknown }): string {
  return Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`)
    .join("&");
}
