// What stands before the first car: areas, companies, branches with their configuration, and everybody who works there.
import type { Collection, Row } from "#domain/collection.ts";
import { Branch } from "#domain/collections/branch.ts";
import { roles } from "#domain/roles.ts";
import type { Tx } from "#server/db/pool.ts";
import { hashPassword } from "#server/services/secrets.ts";
import { Chance } from "#tools/demo/chance.ts";
import { gstinFor } from "#tools/demo/gstin.ts";
import { demoPassword, people, type Person } from "#tools/demo/people.ts";
import { companies, states, type Charge, type DemoBranch, type DemoCompany } from "#tools/demo/places.ts";

export interface Standing {
  /** Ids of branches by 'company/branch'. */
  branches: Map<string, number>;
  /** Of the open branches that park, how many of a hundred visits come to each. */
  shares: Map<number, number>;
  passes: Map<number, number>;
  /** The open branches with a valet. */
  valets: number[];
}

type Names = Map<string, number>;

/** Inserts rows and answers their ids, in the same order. */
async function insert({ tx, table, rows }: { tx: Tx; table: string; rows: readonly Row[] }): Promise<number[]> {
  if (rows.length === 0) return [];
  const written = await tx<{ id: number }[]>`insert into ${tx(table)} ${tx(rows as never)} returning id`;
  return written.map(({ id }) => id);
}

async function namesOf({ tx, table, column }: { tx: Tx; table: string; column: string }): Promise<Names> {
  const rows = await tx<{ id: number; name: string }[]>`select id, ${tx(column)} as name from ${tx(table)}`;
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function setUpAreas({ tx, since }: { tx: Tx; since: Date }): Promise<Names> {
  const rows = companies
    .flatMap(({ branches }) => branches)
    .map(({ area, city }) => ({ area_name: area, city, state: states[city], date_created: since }));
  const ids = await insert({ tx, table: "Areas", rows });
  return new Map(rows.map(({ area_name: name }, index) => [name, ids[index]!]));
}

/** A configuration for every service the branch runs, and its columns in `Branch`. */
async function setUpServices({ tx, branch, since }: { tx: Tx; branch: DemoBranch; since: Date }): Promise<Row> {
  const { services, payment = "post-pay", isSlotRequired = false, isGuarded = false, valetCharge } = branch;
  const common = { payment_type: payment, date_created: since };
  const columns: Row = {};
  if (services.includes("parking")) {
    const row = {
      ...common,
      is_slot_required: isSlotRequired,
      security: isGuarded ? "advanced_security" : "less_security",
    };
    [columns["parking_config"]] = await insert({ tx, table: "Parking_Configuration", rows: [row] });
  }
  if (services.includes("valet")) {
    const row = {
      ...common,
      is_slot_required: true,
      is_collect_valet_charge: valetCharge !== undefined,
      valet_charge: valetCharge ?? null,
      token_prefix: "V",
    };
    [columns["valet_and_parking_config"]] = await insert({ tx, table: "Valet_and_Parking_Configuration", rows: [row] });
  }
  if (services.includes("pre-booking")) {
    [columns["pre_booking_config"]] = await insert({ tx, table: "Pre_Booking_Configuration", rows: [common] });
  }
  return {
    ...columns,
    is_parking: services.includes("parking"),
    is_valet_and_parking: services.includes("valet"),
    is_pre_booking: services.includes("pre-booking"),
  };
}

function blockRows({
  branch,
  blocks = {},
  service,
}: {
  branch: number;
  blocks: DemoBranch["blocks"];
  service: string;
}): Row[] {
  return Object.entries(blocks).map(([prefix, total], sort) => ({
    branch,
    service,
    zone_or_block: prefix === "T" ? "Two wheelers" : `Block ${prefix}`,
    slot_prefix: prefix,
    total_slots: total,
    sort,
  }));
}

function chargeRows(options: {
  branch: number;
  charges: readonly Charge[] | undefined;
  service: string;
  types: Names;
}): Row[] {
  const { branch, charges = [], service, types } = options;
  return charges.map(({ type, unit, value, rate, minimum }) => ({
    branch,
    service,
    vehicle_type: type === null ? null : types.get(type)!,
    parking_time_type: unit,
    time_value_for_minutes: value ?? null,
    charge_amount_for_minutes: rate,
    min_charge_of_minutes: minimum ?? null,
  }));
}

interface Ground {
  tx: Tx;
  since: Date;
  areas: Names;
  tags: Names;
  types: Names;
}

async function setUpBranch({
  ground,
  company,
  of,
  branch,
}: {
  ground: Ground;
  company: number;
  of: DemoCompany;
  branch: DemoBranch;
}): Promise<number> {
  const { tx, since, areas, tags, types } = ground;
  const row = {
    company,
    name: branch.name,
    slug: branch.slug,
    status: branch.status ?? "published",
    entity_type: branch.entity,
    valet_number: branch.services.includes("valet") ? `80000${branch.pincode.slice(1)}` : null,
    gstin: of.type === "government" ? null : gstinFor({ state: states[branch.city], pan: of.pan }),
    address: branch.address,
    city: branch.city,
    state: states[branch.city],
    area: areas.get(branch.area)!,
    pincode: branch.pincode,
    latitude: branch.at[0],
    longitude: branch.at[1],
    platform_charges: 200,
    service_charges: 100,
    allow_person_entries: branch.allowsPersons ?? false,
    amenities: tx.json([...branch.amenities]),
    date_created: since,
    ...(await setUpServices({ tx, branch, since })),
  };
  const [id] = await insert({ tx, table: (Branch as unknown as Collection).name, rows: [row] });
  const service = { parking: "is_parking", valet: "is_valet_and_parking" };
  await insert({ tx, table: "Branch_Tags", rows: branch.tags.map((tag) => ({ branch: id, tag: tags.get(tag)! })) });
  const blocks = [
    ...blockRows({ branch: id!, blocks: branch.blocks, service: service.parking }),
    ...blockRows({ branch: id!, blocks: branch.valetBlocks, service: service.valet }),
  ];
  const charges = [
    ...chargeRows({ branch: id!, charges: branch.charges, service: service.parking, types }),
    ...chargeRows({ branch: id!, charges: branch.valetCharges, service: service.valet, types }),
  ];
  await insert({ tx, table: "Slot_Blocks", rows: blocks });
  await insert({ tx, table: "Time_Charges", rows: charges });
  return id!;
}

function userRow(options: {
  person: Person;
  id: string;
  hashed: string;
  company: number | null;
  branch: number | null;
  tx: Tx;
  since: Date;
}): Row {
  const { person, id, hashed, company, branch, tx, since } = options;
  const { role, name, customerOf, vehicles = [] } = person;
  return {
    id,
    first_name: name[0],
    last_name: name[1],
    email: person.email,
    contact_number: person.phone,
    password: hashed,
    role: roles[role].id,
    status: person.status ?? "active",
    in_out_flag: !person.isAbsent,
    is_admin_user: role === "admin",
    is_manager_user: role === "manager",
    is_staff_user: role === "staff",
    is_customer_user: role === "customer",
    is_employee_user: role === "employee",
    public_customer: customerOf === "public",
    residential_customer: customerOf === "residential",
    govt_customer: customerOf === "govt",
    school_college_university_customer: customerOf === "school_college_university",
    is_email_verified: true,
    department: person.department ?? null,
    designation: person.designation ?? null,
    user_vehicle_type: vehicles.length === 0 ? null : vehicles.length === 1 ? "single" : "multiple",
    user_vehicles: tx.json(vehicles.map(({ plate, type }) => ({ vehicleNo: plate, type }))),
    default_company: company,
    default_branch: branch,
    date_created: since,
  };
}

/** Everybody has one password, so it is hashed once. */
async function setUpPeople(options: {
  tx: Tx;
  seed: string;
  since: Date;
  standing: Standing;
  owners: Map<string, number>;
}): Promise<Map<string, string>> {
  const { tx, seed, since, standing, owners } = options;
  const chance = new Chance(`${seed} people`);
  const hashed = await hashPassword(demoPassword);
  const rows = people.map((person) => {
    const branch = person.place ? standing.branches.get(person.place)! : null;
    const company = person.place ? owners.get(person.place.split("/")[0]!)! : null;
    return userRow({ person, id: chance.uuid(), hashed, company, branch, tx, since });
  });
  await insert({ tx, table: "users", rows });
  return new Map(rows.map((row) => [row["email"] as string, row["id"] as string]));
}

/** What waits for the platform's verifier: the draft branch's application and an area that is not in the list yet. */
async function setUpApplication({
  tx,
  admin,
  branch,
  since,
}: {
  tx: Tx;
  admin: string;
  branch: number;
  since: Date;
}): Promise<void> {
  const made = { user_created: admin, date_created: since };
  const form = tx.json({ branchName: "Mysuru Road", city: "Bengaluru", totalSlots: 40 });
  await insert({
    tx,
    table: "Company_Branch_Registration_Cache",
    rows: [{ registration_type: "branch", admin, current_step: 4, form_cache: form, ...made }],
  });
  await insert({
    tx,
    table: "Area_Request_List",
    rows: [{ area_name: "Kengeri Satellite Town", area_request_branch_id: branch, ...made }],
  });
}

/** Everything but the visits, as if made at `since`. */
export async function setUp({ tx, seed, since }: { tx: Tx; seed: string; since: Date }): Promise<Standing> {
  const ground: Ground = {
    tx,
    since,
    areas: await setUpAreas({ tx, since }),
    tags: await namesOf({ tx, table: "Tags_Category", column: "Name" }),
    types: await namesOf({ tx, table: "Vehicle_Type", column: "name" }),
  };
  const standing: Standing = { branches: new Map(), shares: new Map(), passes: new Map(), valets: [] };
  const owners = new Map<string, number>();
  for (const of of companies) {
    const row = {
      name: of.name,
      registered_name: of.registered,
      slug: of.slug,
      status: "published",
      company_type: of.type,
      pan: of.pan,
      date_created: since,
    };
    const [company] = await insert({ tx, table: "Companies", rows: [row] });
    owners.set(of.slug, company!);
    for (const branch of of.branches) {
      const id = await setUpBranch({ ground, company: company!, of, branch });
      standing.branches.set(`${of.slug}/${branch.slug}`, id);
      if (branch.share > 0) standing.shares.set(id, branch.share);
      if (branch.services.includes("valet")) standing.valets.push(id);
      standing.passes.set(id, branch.passes ?? 0);
    }
  }
  const users = await setUpPeople({ tx, seed, since, standing, owners });
  const admin = users.get("admin.mysururoad@kaveri.example")!;
  await setUpApplication({ tx, admin, branch: standing.branches.get("kaveri/mysuru-road")!, since });
  return standing;
}
