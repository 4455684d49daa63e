// One row of every collection in each of three places, and what is sent to make or change one.
import type { Row } from "#domain/collection.ts";
import type { Sql } from "#server/db/pool.ts";
import type { factories, MadeBranch, MadeUser } from "#tests/support/make.ts";
import { places, type Place } from "#tests/support/permission-table.ts";

type Make = ReturnType<typeof factories>;
type Key = number | string;
type AtPlaces<T> = { [place in Place]: T };

export interface World {
  sql: Sql;
  make: Make;
  branches: AtPlaces<MadeBranch>;
  /** An admin for each place; the own one is the one who asks. */
  admins: AtPlaces<MadeUser>;
  customers: AtPlaces<MadeUser>;
  files: AtPlaces<Key>;
  phones: AtPlaces<string>;
}

/** How the rows of one collection are made and changed. */
export interface Kind {
  /** What a caller sends to make one; absent where nobody but our own code makes any. */
  body?: (args: { world: World; place: Place; isSeed: boolean }) => Promise<Row> | Row;
  /** What only the server sets beside it. */
  set?: (args: { world: World; place: Place }) => Row;
  /** The row there is already, for those that come into being with others. */
  found?: (args: { world: World; place: Place }) => Promise<Key>;
  /** A change that whoever may change the row can make; by person where it differs. */
  change: (person: string) => Row;
  /** The verb this kind has at another address. */
  isMadeElsewhere?: boolean;
}

let count = 100;
const next = (): number => (count += 1);

const make =
  (name: string, body: (place: Place) => Row, set: Row = {}) =>
  (world: World, place: Place): Promise<Key> =>
    world.make.row(name, body(place), set).then(({ id }) => id);

async function newMain(world: World, place: Place): Promise<Key> {
  return make("Parking_Main_Information", () => mainBody(world, place))(world, place);
}
const mainBody = ({ branches, phones, make: { plate } }: World, place: Place): Row => ({
  branch: branches[place].id,
  phone_no: phones[place],
  vehicle_no: plate(),
});
async function newVisit(world: World, place: Place): Promise<Key> {
  const main = await newMain(world, place);
  return make("Parking_Information", () => ({ parking_main_info: main }))(world, place);
}
const ticketBody = ({ branches, phones, make: { plate } }: World, place: Place): Row => ({
  branch: branches[place].id,
  Vehicle_Number: plate(),
  Customer_Phone_Number: phones[place],
});
const companyOf = ({ world: { branches }, place }: { world: World; place: Place }): Row => ({
  company: branches[place].company,
});
const newTicket = (world: World, place: Place): Promise<Key> =>
  make("Valet_and_Parking_Information", () => ticketBody(world, place), companyOf({ world, place }))(world, place);

async function firstId(world: World, text: string, values: unknown[]): Promise<Key> {
  const [row] = await world.sql.unsafe<{ id: Key }[]>(text, values as never[]);
  return row!.id;
}
const configuration = (field: string): Kind => ({
  body: () => ({ is_slot_required: false }),
  found: ({ world, place }) =>
    firstId(world, `select ${field} as id from "Branch" where id = $1`, [world.branches[place].id]),
  change: () => ({ is_slot_required: true }),
});
const theOne = (table: string, change: Row): Kind => ({
  found: ({ world }) => firstId(world, `select id from "${table}" order by id limit 1`, []),
  change: () => change,
});

const placeOf = ({ world: { branches }, place }: { world: World; place: Place }): Row => ({
  branch: branches[place].id,
  company: branches[place].company,
});
/** Every field of the ledger is the server's. */
const money = (set: Row): Kind => ({
  body: () => ({}),
  set: (at) => ({ ...placeOf(at), ...set }),
  change: () => ({}),
  isMadeElsewhere: true,
});

export const kinds: { [collection: string]: Kind } = {
  roles: theOne("roles", { description: "Changed" }),
  settings: theOne("settings", { project_name: "Changed" }),
  Configuration_Settings: theOne("Configuration_Settings", { support_phone: "044 1234" }),
  Parking_Status: theOne("Parking_Status", { colour: "pink" }),
  Valet_and_Parking_Status: theOne("Valet_and_Parking_Status", { colour: "pink" }),
  users: {
    body: ({ world: { branches }, place }) => ({
      first_name: "A colleague",
      email: `colleague${next()}@example.com`,
      role: "c4aa0000-0000-4000-8000-000000000005",
      default_branch: branches[place].id,
      default_company: branches[place].company,
    }),
    change: (person) => (person === "admin" ? { designation: "Gate 2" } : { in_out_flag: true }),
  },
  folders: {
    body: ({ world: { branches }, place }) => ({ name: `Folder ${next()}`, company: branches[place].company }),
    change: () => ({ name: "Renamed" }),
  },
  files: {
    body: () => ({ filename_download: "car.jpg" }),
    set: ({ world: { branches }, place }) => ({ branch: branches[place].id, type: "image/jpeg" }),
    change: () => ({ title: "Changed" }),
    isMadeElsewhere: true,
  },
  Areas: { body: () => ({ area_name: `Area ${next()}` }), change: () => ({ city: "Chennai" }) },
  Tags_Category: { body: () => ({ Name: `Tag ${next()}` }), change: () => ({ Name: `Tag ${next()}` }) },
  Vehicle_Type: { body: () => ({ name: `Type ${next()}` }), change: () => ({ sort: 7 }) },
  Integration_Tokens: {
    found: ({ world, place }) =>
      firstId(
        world,
        `insert into "Integration_Tokens" (name, company, role, token) values ('Accounts', $1, 'c4aa0000-0000-4000-8000-000000000005', $2) returning id`,
        [world.branches[place].company, `token ${next()}`],
      ),
    change: () => ({}),
  },
  Companies: {
    body: () => ({ name: `Made ${next()}`, slug: `made-${count}`, company_type: "franchise" }),
    found: ({ world, place }) => Promise.resolve(world.branches[place].company),
    change: () => ({ company_logo: null }),
  },
  Branch: {
    body: ({ world: { branches }, place }) => ({
      company: branches[place].company,
      name: `Made ${next()}`,
      slug: `made-${count}`,
    }),
    found: ({ world, place }) => Promise.resolve(world.branches[place].id),
    change: (person) => (person === "verifier" ? { platform_charges: 250 } : { valet_number: "9840099999" }),
  },
  Parking_Configuration: configuration("parking_config"),
  Valet_and_Parking_Configuration: configuration("valet_and_parking_config"),
  Pre_Booking_Configuration: configuration("pre_booking_config"),
  Branch_Tags: {
    body: async ({ world, place }) => ({
      branch: world.branches[place].id,
      tag: (await world.make.row("Tags_Category", { Name: `Tag ${next()}` })).id,
    }),
    change: () => ({}),
  },
  Branch_Banner_Images: {
    body: ({ world: { branches, files }, place }) => ({ branch: branches[place].id, image: files[place] }),
    change: () => ({ sort: 3 }),
  },
  Slot_Blocks: {
    body: ({ world: { branches }, place }) => ({
      branch: branches[place].id,
      service: "is_valet_and_parking",
      zone_or_block: "North",
      slot_prefix: `P${next()}-`,
      total_slots: 5,
    }),
    change: () => ({ total_slots: 6 }),
  },
  Time_Charges: {
    body: async ({ world, place }) => ({
      branch: world.branches[place].id,
      service: "is_pre_booking",
      vehicle_type: (await world.make.row("Vehicle_Type", { name: `Type ${next()}` })).id,
    }),
    change: () => ({ charge_amount_for_minutes: "12.50" }),
  },
  Area_Request_List: {
    body: ({ world: { branches }, place }) => ({
      area_name: `Area ${next()}`,
      area_request_branch_id: branches[place].id,
    }),
    change: () => ({ note: "Seen" }),
  },
  Change_Requests: {
    // Each of a branch of its own: only one waits for each.
    body: async ({ world, place, isSeed }) => {
      const { company } = world.branches[place];
      const own = isSeed || place !== "own" ? undefined : world.branches[place].id;
      if (own !== undefined) await world.sql`update "Change_Requests" set status = 'archived' where branch = ${own}`;
      const branch =
        own ?? (await world.make.row("Branch", { company, name: `Made ${next()}`, slug: `made-${count}` })).id;
      return { company, branch, changes: { pincode: "600017" } };
    },
    found: async ({ world, place }) => {
      const { id: branch, company } = world.branches[place];
      const [known] = await world.sql<{ id: number }[]>`select id from "Change_Requests" where branch = ${branch}`;
      return known?.id ?? (await world.make.row("Change_Requests", { company, branch, changes: { city: "Salem" } })).id;
    },
    change: (person) => (person === "verifier" ? { answer: "Seen" } : { status: "archived" }),
  },
  Enquiries: {
    body: () => ({ kind: "suggestion", name: "Meena", email: "meena@example.com", message: "A lift, please" }),
    change: () => ({ is_answered: true }),
  },
  Onboarding_Documents: {
    body: ({ world: { branches, files }, place }) => ({
      company: branches[place].company,
      branch: branches[place].id,
      kind: "other",
      file: files[place],
    }),
    change: () => ({ kind: "pan_card" }),
  },
  Onboarding_Reviews: {
    // Of a branch of its own: nobody else's is closed by it.
    body: async ({ world, place }) => {
      const { company } = world.branches[place];
      const branch = await world.make.row("Branch", { company, name: `Made ${next()}`, slug: `made-${count}` });
      return { company, branch: branch.id, decision: "published" };
    },
    change: () => ({ note: "Seen on the spot" }),
  },
  Company_Branch_Registration_Cache: {
    body: ({ world: { admins }, place, isSeed }) => ({
      registration_type: isSeed ? "company" : "branch",
      admin: admins[place].id,
    }),
    change: () => ({ current_step: 4 }),
  },
  Parking_Main_Information: {
    body: ({ world, place }) => mainBody(world, place),
    change: () => ({ entry_reason: "A meeting" }),
  },
  Parking_Information: {
    body: async ({ world, place }) => ({ parking_main_info: await newMain(world, place) }),
    change: () => ({ additional_charge: "5.00", addition_note: "Two tickets" }),
  },
  Parking_History: {
    found: async ({ world, place }) =>
      firstId(world, `select id from "Parking_History" where parking_information = $1`, [await newVisit(world, place)]),
    body: async ({ world, place }) => ({ parking_information: await newVisit(world, place) }),
    change: () => ({ status_id: 2 }),
  },
  Parking_Vehicle_Images: {
    body: async ({ world, place }) => ({
      parking_information: await newVisit(world, place),
      vehicle_image: world.files[place],
    }),
    change: () => ({ image_id: "7" }),
  },
  Valet_and_Parking_Information: {
    body: ({ world, place }) => ticketBody(world, place),
    set: companyOf,
    change: () => ({ key_tag: "K7" }),
  },
  Valet_and_Parking_History: {
    found: async ({ world, place }) =>
      firstId(world, `select id from "Valet_and_Parking_History" where valet_and_parking_information = $1`, [
        await newTicket(world, place),
      ]),
    body: async ({ world, place }) => ({ valet_and_parking_information: await newTicket(world, place) }),
    change: () => ({ status_id: 2 }),
  },
  valet_parking_vehicle_images: {
    body: async ({ world, place }) => ({
      valet_and_parking_information: await newTicket(world, place),
      vehicle_image: world.files[place],
    }),
    change: () => ({ image_id: "7" }),
  },
  valet_chats: {
    body: async ({ world, place }) => ({
      valet_and_parking_information: await newTicket(world, place),
      customer_name: "Anitha",
    }),
    change: () => ({ customer_name: "Anitha R" }),
  },
  valet_chat_messages: {
    body: async ({ world, place }) => ({
      chat: await make("valet_chats", () => ({}), {
        valet_and_parking_information: await newTicket(world, place),
        customer_name: "Anitha",
      })(world, place),
      client_id: `message-${next()}`,
      text: "Where is my car?",
    }),
    change: () => ({ text: "Where is my car, please?" }),
  },
  Pre_Booking_Information: {
    body: ({ world: { branches }, place }) => ({ branch: branches[place].id }),
    set: companyOf,
    change: () => ({ name: "Somebody" }),
  },
  activity: {
    found: ({ world, place }) =>
      firstId(
        world,
        `insert into activity (action, timestamp, collection, item, company) values ('update', now(), 'Branch', '1', $1) returning id`,
        [world.branches[place].company],
      ),
    body: () => ({ action: "update", timestamp: "2026-01-01T00:00:00Z" }),
    change: () => ({ action: "delete" }),
  },
  revisions: {
    found: ({ world, place }) =>
      firstId(
        world,
        `with a as (insert into activity (action, timestamp, company) values ('update', now(), $1) returning id)
         insert into revisions (activity, company, collection, item) select id, $1, 'Branch', '1' from a returning id`,
        [world.branches[place].company],
      ),
    body: () => ({ activity: 1 }),
    change: () => ({ item: "2" }),
  },
  attendance: {
    found: ({ world, world: { branches, admins }, place }) =>
      firstId(
        world,
        `insert into attendance ("user", branch, company, is_present) values ($1, $2, $3, true) returning id`,
        [admins[place].id, branches[place].id, branches[place].company],
      ),
    body: () => ({}),
    change: () => ({}),
  },
  cash_shifts: {
    body: () => ({}),
    set: (at) => ({ ...placeOf(at), collector: at.world.admins[at.place].id, opened_at: new Date() }),
    change: () => ({ counted: "0.00" }),
    isMadeElsewhere: true,
  },
  payment_settings: {
    body: async ({ world, place, isSeed }) => ({
      branch: isSeed
        ? world.branches[place].id
        : (await world.make.branch({ company: world.branches[place].company })).id,
    }),
    change: () => ({ tax_treatment: "exempt" }),
  },
  payment_attempts: money({ merchant_id: "M1", amount: 4_000, state: "initiated" }),
  payment_refunds: money({ amount: 4_000, state: "queued" }),
  tax_invoices: money({ gstin: "29AAAAA0000A1ZY", financial_year: "2627", total: 4_000 }),
  payments: money({ mode: "cash", amount: 4_000 }),
  Outbox: {
    body: () => ({}),
    set: ({ world: { branches }, place }) => ({
      channel: "sms",
      recipient: "9840012345",
      template: "test",
      reference: `r${next()}`,
      branch: branches[place].id,
      company: branches[place].company,
    }),
    // Every field is the server's: even the platform changes nothing of it.
    change: () => ({}),
    isMadeElsewhere: true,
  },
  presets: {
    body: ({ world: { customers }, place }) => ({ bookmark: "Mine", user: customers[place].id }),
    change: () => ({ bookmark: "Renamed" }),
  },
};

/** A row of this collection at this place, made through the write path by the platform; answers its key. */
export async function placeRow({
  world,
  name,
  place,
  isSeed,
}: {
  world: World;
  name: string;
  place: Place;
  isSeed: boolean;
}): Promise<Key> {
  const kind = kinds[name]!;
  if (kind.found && (isSeed || !kind.body)) return kind.found({ world, place });
  const body = await kind.body!({ world, place, isSeed });
  return (await world.make.row(name, body, kind.set?.({ world, place }))).id;
}

/** Three branches: two of one company, one of another, each with everything a branch can have. */
export async function makeWorld({ sql, make: made }: { sql: Sql; make: Make }): Promise<World> {
  const [mine, theirs] = [await made.company(), await made.company()];
  const branchOf = async (company: number) =>
    made.branch({
      company,
      is_valet_and_parking: true,
      valet_and_parking_config: (await made.row("Valet_and_Parking_Configuration", {})).id,
      pre_booking_config: (await made.row("Pre_Booking_Configuration", {})).id,
    });
  const branches = {
    own: await branchOf(mine.id),
    sister: await branchOf(mine.id),
    other: await branchOf(theirs.id),
  };
  const phones = { own: "9840011111", sister: "9840022222", other: "9840033333" };
  const atPlaces = async <T>(work: (place: Place) => Promise<T>): Promise<AtPlaces<T>> =>
    Object.fromEntries(
      await Promise.all(places.map(async (place) => [place, await work(place)] as const)),
    ) as AtPlaces<T>;
  return {
    sql,
    make: made,
    branches,
    phones,
    admins: await atPlaces((place) => made.user("admin", { branch: branches[place] })),
    customers: await atPlaces((place) => made.user("customer", { contact_number: phones[place] })),
    files: await atPlaces(
      async (place) =>
        (await made.row("files", { filename_download: "car.jpg" }, { branch: branches[place].id, type: "image/jpeg" }))
          .id as Key,
    ),
  };
}
