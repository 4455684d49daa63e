// Creates the rows before the first entry: areas, companies, branches with their configuration, and users.
import { setUpSteps } from "#domain/branches/set-up.ts";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { TimeCharges } from "#domain/branches/branch-configuration.collection.ts";
import { Branch } from "#domain/branches/branch.collection.ts";
import { roles } from "#domain/access/roles.ts";
import type { PassPrice, TariffVersion } from "#domain/tariffs/tariff.ts";
import { applyTimeCharges } from "#domain/tariffs/time-charges.ts";
import type { Tx } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/field-values.ts";
import { hashPassword } from "#server/auth/password-hash.ts";
import { hashCode } from "#server/auth/secrets.ts";
import { Random } from "#tools/demo/random.ts";
import { createGstin } from "#tools/demo/gstin.ts";
import { demoPassword, demoPeople, type DemoPerson } from "#tools/demo/people.ts";
import {
  demoCompanies,
  statesByCity,
  type DemoCharge,
  type DemoBranch,
  type DemoCompany,
} from "#tools/demo/companies.ts";

export interface DemoSetup {
  /** Ids of branches by 'company/branch'. */
  branches: Map<string, number>;
  /** Share of entries of each open branch with parking, in per cent. */
  entryShares: Map<number, number>;
  passes: Map<number, number>;
  /** Open branches with valet service. */
  valetBranches: number[];
}

type IdsByName = Map<string, number>;

/** Inserts rows and returns their ids in the same order. */
async function insertRows({ tx, table, rows }: { tx: Tx; table: string; rows: readonly Row[] }): Promise<number[]> {
  if (rows.length === 0) return [];
  const inserted = await tx<{ id: number }[]>`insert into ${tx(table)} ${tx(rows as never)} returning id`;
  return inserted.map(({ id }) => id);
}

async function readIdsByName({ tx, table, column }: { tx: Tx; table: string; column: string }): Promise<IdsByName> {
  const rows = await tx<{ id: number; name: string }[]>`select id, ${tx(column)} as name from ${tx(table)}`;
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function createAreas({ tx, since }: { tx: Tx; since: Date }): Promise<IdsByName> {
  const rows = demoCompanies
    .flatMap(({ branches }) => branches)
    .map(({ area, city }) => ({ area_name: area, city, state: statesByCity[city], date_created: since }));
  const ids = await insertRows({ tx, table: "Areas", rows });
  return new Map(rows.map(({ area_name: name }, index) => [name, ids[index]!]));
}

/** Creates a configuration for every service of the branch; returns its columns of `Branch`. */
async function createServiceConfigurations({
  tx,
  branch,
  since,
}: {
  tx: Tx;
  branch: DemoBranch;
  since: Date;
}): Promise<Row> {
  const { services, payment = "post-pay", isSlotRequired = false, isGuarded = false, valetCharge } = branch;
  const common = { payment_type: payment, date_created: since };
  const columns: Row = {};
  if (services.includes("parking")) {
    const row = {
      ...common,
      is_slot_required: isSlotRequired,
      security: isGuarded ? "advanced_security" : "less_security",
      is_free: branch.charges === undefined,
    };
    [columns["parking_config"]] = await insertRows({ tx, table: "Parking_Configuration", rows: [row] });
  }
  if (services.includes("valet")) {
    const row = {
      ...common,
      is_slot_required: true,
      is_free: branch.valetCharges === undefined && valetCharge === undefined,
      is_collect_valet_charge: valetCharge !== undefined,
      valet_charge: valetCharge ?? null,
      token_prefix: "V",
    };
    [columns["valet_and_parking_config"]] = await insertRows({
      tx,
      table: "Valet_and_Parking_Configuration",
      rows: [row],
    });
  }
  if (services.includes("pre-booking")) {
    [columns["pre_booking_config"]] = await insertRows({ tx, table: "Pre_Booking_Configuration", rows: [common] });
  }
  return {
    ...columns,
    is_parking: services.includes("parking"),
    is_valet_and_parking: services.includes("valet"),
    is_pre_booking: services.includes("pre-booking"),
  };
}

/** The block for two-wheelers, beside which the other blocks are for all other types. */
const twoWheelerPrefix = "T";
const twoWheeler = "Two wheeler";

function hasTypedBlocks({ blocks = {} }: DemoBranch): boolean {
  return twoWheelerPrefix in blocks;
}

function toBlockRows({
  branch,
  blocks = {},
  service,
  types,
}: {
  branch: number;
  blocks: DemoBranch["blocks"];
  service: string;
  types: IdsByName;
}): Row[] {
  const ids = [...types].filter(([name]) => name !== twoWheeler).map(([, id]) => id);
  return Object.entries(blocks).map(([prefix, total], sort) => ({
    branch,
    service,
    zone_or_block: prefix === twoWheelerPrefix ? "Two wheelers" : `Block ${prefix}`,
    slot_prefix: prefix,
    total_slots: total,
    vehicle_types: twoWheelerPrefix in blocks ? (prefix === twoWheelerPrefix ? [types.get(twoWheeler)!] : ids) : null,
    sort,
  }));
}

function toChargeRows(options: {
  branch: number;
  charges: readonly DemoCharge[] | undefined;
  service: string;
  types: IdsByName;
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

function toPassPrices({ prices = [], types }: { prices?: DemoBranch["passPrices"]; types: IdsByName }): PassPrice[] {
  return prices.map(({ type, per, price }) => ({
    vehicle_type: type === null ? null : types.get(type)!,
    per,
    amount: price * 100,
  }));
}

/** The first version of the tariff of a service: its time charges, and the prices of passes. */
function toVersionRows(options: {
  tx: Tx;
  branch: number;
  service: string;
  charges: readonly Row[];
  passes: readonly PassPrice[];
  since: Date;
}): Row[] {
  const { tx, branch, service, charges, passes, since } = options;
  const rows = charges.filter((row) => row["service"] === service).map((row) => fromDatabase(TimeCharges, row));
  if (rows.length === 0) return [];
  const tariff: TariffVersion = { ...applyTimeCharges({ rows, current: undefined }), passes: [...passes] };
  return [{ branch, service, number: 1, starts_at: since, tariff: tx.json(tariff), date_created: since }];
}

interface SetupContext {
  tx: Tx;
  since: Date;
  areas: IdsByName;
  tags: IdsByName;
  types: IdsByName;
}

async function createBranch({
  context,
  companyId,
  company,
  branch,
}: {
  context: SetupContext;
  companyId: number;
  company: DemoCompany;
  branch: DemoBranch;
}): Promise<number> {
  const { tx, since, areas, tags, types } = context;
  const row = {
    company: companyId,
    name: branch.name,
    slug: branch.slug,
    status: branch.status ?? "published",
    entity_type: branch.entity,
    valet_number: branch.services.includes("valet") ? `80000${branch.pincode.slice(1)}` : null,
    gstin: company.type === "government" ? null : createGstin({ state: statesByCity[branch.city], pan: company.pan }),
    address: branch.address,
    city: branch.city,
    state: statesByCity[branch.city],
    area: areas.get(branch.area)!,
    pincode: branch.pincode,
    latitude: branch.at[0],
    longitude: branch.at[1],
    platform_charges: 200,
    service_charges: 100,
    allow_person_entries: branch.allowsPersons ?? false,
    allow_vehicle_type_required: hasTypedBlocks(branch),
    amenities: tx.json([...branch.amenities]),
    set_up_skipped: tx.json([...setUpSteps]),
    date_created: since,
    ...(await createServiceConfigurations({ tx, branch, since })),
  };
  const [id] = await insertRows({ tx, table: (Branch as unknown as Collection).name, rows: [row] });
  const service = { parking: "is_parking", valet: "is_valet_and_parking" };
  await insertRows({ tx, table: "Branch_Tags", rows: branch.tags.map((tag) => ({ branch: id, tag: tags.get(tag)! })) });
  const blocks = [
    ...toBlockRows({ branch: id!, blocks: branch.blocks, service: service.parking, types }),
    ...toBlockRows({ branch: id!, blocks: branch.valetBlocks, service: service.valet, types }),
  ];
  const charges = [
    ...toChargeRows({ branch: id!, charges: branch.charges, service: service.parking, types }),
    ...toChargeRows({ branch: id!, charges: branch.valetCharges, service: service.valet, types }),
  ];
  await insertRows({ tx, table: "Slot_Blocks", rows: blocks });
  await insertRows({ tx, table: "Time_Charges", rows: charges });
  const passes = toPassPrices({ prices: branch.passPrices, types });
  const versions = Object.values(service).flatMap((name) =>
    toVersionRows({ tx, branch: id!, service: name, charges, passes: name === service.parking ? passes : [], since }),
  );
  await insertRows({ tx, table: "Tariff_Versions", rows: versions });
  return id!;
}

function toUserRow(options: {
  person: DemoPerson;
  id: string;
  hashed: string;
  companyId: number | null;
  branch: number | null;
  tx: Tx;
  since: Date;
  secret: string | undefined;
}): Row {
  const { person, id, hashed, companyId, branch, tx, since, secret } = options;
  const { role, name, customerType, vehicles = [] } = person;
  return {
    id,
    first_name: name[0],
    last_name: name[1],
    email: person.email,
    contact_number: person.phone,
    password: hashed,
    pin_number: person.pin && secret ? hashCode({ code: person.pin, key: secret }) : null,
    role: roles[role].id,
    status: person.status ?? "active",
    in_out_flag: !person.isAbsent,
    is_admin_user: role === "admin",
    is_manager_user: role === "manager",
    is_staff_user: role === "staff",
    is_customer_user: role === "customer",
    is_employee_user: role === "employee",
    public_customer: customerType === "public",
    residential_customer: customerType === "residential",
    govt_customer: customerType === "govt",
    school_college_university_customer: customerType === "school_college_university",
    is_email_verified: true,
    phone_verified_at: role === "customer" && person.phone ? since : null,
    department: person.department ?? null,
    designation: person.designation ?? null,
    user_vehicle_type: vehicles.length === 0 ? null : vehicles.length === 1 ? "single" : "multiple",
    user_vehicles: tx.json(vehicles.map(({ vehicleNumber, type }) => ({ vehicleNo: vehicleNumber, type }))),
    default_company: companyId,
    default_branch: branch,
    date_created: since,
  };
}

/** Creates all users; the common password is hashed once. */
async function createPeople(options: {
  tx: Tx;
  seed: string;
  since: Date;
  secret: string | undefined;
  setup: DemoSetup;
  companyIds: Map<string, number>;
}): Promise<Map<string, string>> {
  const { tx, seed, since, secret, setup, companyIds } = options;
  const random = new Random(`${seed} people`);
  const hashed = await hashPassword(demoPassword);
  const rows = demoPeople.map((person) => {
    const branch = person.branchPath ? setup.branches.get(person.branchPath)! : null;
    const companyId = person.branchPath ? companyIds.get(person.branchPath.split("/")[0]!)! : null;
    return toUserRow({ person, id: random.uuid(), hashed, companyId, branch, tx, since, secret });
  });
  await insertRows({ tx, table: "users", rows });
  return new Map(rows.map((row) => [row["email"] as string, row["id"] as string]));
}

/**
 * Creates pending reviews of the platform's verifier: the registration of the draft branch and a request for a new
 * area.
 */
async function createPendingRegistration({
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
  const auditFields = { user_created: admin, date_created: since };
  const form = tx.json({ branchName: "Mysuru Road", city: "Bengaluru", totalSlots: 40 });
  await insertRows({
    tx,
    table: "Company_Branch_Registration_Cache",
    rows: [{ registration_type: "branch", admin, current_step: 4, form_cache: form, ...auditFields }],
  });
  const [request] = await insertRows({
    tx,
    table: "Area_Request_List",
    rows: [{ area_name: "Kengeri Satellite Town", area_request_branch_id: branch, ...auditFields }],
  });
  // As after a registration: without an area until the request is decided.
  await tx`update "Branch" set area = null, area_request = ${request!} where id = ${branch}`;
}

const platformSettings = {
  legal_name: "Chaavi Parking Services Private Limited",
  legal_address: "4th Floor, Ananda Towers\n27 Anna Salai\nChennai, Tamil Nadu 600002",
  support_phone: "044 4000 1234",
  support_email: "support@chaavi.example",
};

/** Creates everything except entries, dated `since`. */
export async function createDemoSetup({
  tx,
  seed,
  since,
  secret,
}: {
  tx: Tx;
  seed: string;
  since: Date;
  /** Key of the stored PINs; without it nobody has one. */
  secret: string | undefined;
}): Promise<DemoSetup> {
  const context: SetupContext = {
    tx,
    since,
    areas: await createAreas({ tx, since }),
    tags: await readIdsByName({ tx, table: "Tags_Category", column: "Name" }),
    types: await readIdsByName({ tx, table: "Vehicle_Type", column: "name" }),
  };
  await tx`update "Configuration_Settings" set ${tx(platformSettings)}`;
  const setup: DemoSetup = { branches: new Map(), entryShares: new Map(), passes: new Map(), valetBranches: [] };
  const companyIds = new Map<string, number>();
  for (const company of demoCompanies) {
    const row = {
      name: company.name,
      registered_name: company.registeredName,
      slug: company.slug,
      status: "published",
      company_type: company.type,
      pan: company.pan,
      date_created: since,
    };
    const [companyId] = await insertRows({ tx, table: "Companies", rows: [row] });
    companyIds.set(company.slug, companyId!);
    for (const branch of company.branches) {
      const id = await createBranch({ context, companyId: companyId!, company, branch });
      setup.branches.set(`${company.slug}/${branch.slug}`, id);
      if (branch.entryShare > 0) setup.entryShares.set(id, branch.entryShare);
      if (branch.services.includes("valet")) setup.valetBranches.push(id);
      setup.passes.set(id, branch.passes ?? 0);
    }
  }
  const users = await createPeople({ tx, seed, since, secret, setup, companyIds });
  const admin = users.get("admin.mysururoad@kaveri.example")!;
  await createPendingRegistration({ tx, admin, branch: setup.branches.get("kaveri/mysuru-road")!, since });
  return setup;
}
