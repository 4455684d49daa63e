// A row of every collection at each of three sites, and the requests that create or change one.
import type { Row } from "#domain/schema/collection.ts";
import type { Sql } from "#server/db/pool.ts";
import type { createFactories, CreatedBranch, CreatedUser } from "#tests/support/factories.ts";
import { branchRelations, type BranchRelation } from "#tests/support/permission-table.ts";

type Factories = ReturnType<typeof createFactories>;
type RowKey = number | string;
type ByBranchRelation<T> = { [relation in BranchRelation]: T };

export interface PermissionFixture {
  sql: Sql;
  factories: Factories;
  branches: ByBranchRelation<CreatedBranch>;
  /** An admin for each site; that of the own site sends the request. */
  admins: ByBranchRelation<CreatedUser>;
  customers: ByBranchRelation<CreatedUser>;
  phones: ByBranchRelation<string>;
}

const hourly = (amount: number) => ({ kind: "each", to: null, step: 60, amount });

/** How the rows of one collection are created and changed. */
export interface RowKind {
  /** The body of a create request; absent if only the server creates rows. */
  body?: (args: { fixture: PermissionFixture; relation: BranchRelation; isSeed: boolean }) => Promise<Row> | Row;
  /** Values that only the server sets. */
  set?: (args: { fixture: PermissionFixture; relation: BranchRelation }) => Row;
  /** The existing row, for rows created together with others. */
  findExisting?: (args: { fixture: PermissionFixture; relation: BranchRelation }) => Promise<RowKey>;
  /** A change that any user with update permission can make; by user where it differs. */
  change: (person: string) => Row;
  /** Rows are created by an action, not by the item routes. */
  createdByAction?: boolean;
}

let count = 100;
const nextNumber = (): number => (count += 1);

const createRowKind =
  (name: string, body: (relation: BranchRelation) => Row, set: Row = {}) =>
  (fixture: PermissionFixture, relation: BranchRelation): Promise<RowKey> =>
    fixture.factories.row(name, body(relation), set).then(({ id }) => id);

async function createVisitorRecord(fixture: PermissionFixture, relation: BranchRelation): Promise<RowKey> {
  return createRowKind("Parking_Main_Information", () => getVisitorRecordBody(fixture, relation))(fixture, relation);
}
const getVisitorRecordBody = (
  { branches, phones, factories: { plate } }: PermissionFixture,
  relation: BranchRelation,
): Row => ({
  branch: branches[relation].id,
  phone_no: phones[relation],
  vehicle_no: plate(),
});
async function createEntry(fixture: PermissionFixture, relation: BranchRelation): Promise<RowKey> {
  const visitorRecord = await createVisitorRecord(fixture, relation);
  return createRowKind("Parking_Information", () => ({ parking_main_info: visitorRecord }))(fixture, relation);
}
const getTicketBody = (
  { branches, phones, factories: { plate } }: PermissionFixture,
  relation: BranchRelation,
): Row => ({
  branch: branches[relation].id,
  Vehicle_Number: plate(),
  Customer_Phone_Number: phones[relation],
});
const getCompanyId = ({
  fixture: { branches },
  relation,
}: {
  fixture: PermissionFixture;
  relation: BranchRelation;
}): Row => ({
  company: branches[relation].company,
});
const createTicket = (fixture: PermissionFixture, relation: BranchRelation): Promise<RowKey> =>
  createRowKind(
    "Valet_and_Parking_Information",
    () => getTicketBody(fixture, relation),
    getCompanyId({ fixture, relation }),
  )(fixture, relation);

async function selectFirstId(fixture: PermissionFixture, text: string, values: unknown[]): Promise<RowKey> {
  const [row] = await fixture.sql.unsafe<{ id: RowKey }[]>(text, values as never[]);
  return row!.id;
}
const createConfigurationKind = (field: string): RowKind => ({
  body: () => ({ is_slot_required: false }),
  findExisting: ({ fixture, relation }) =>
    selectFirstId(fixture, `select ${field} as id from "Branch" where id = $1`, [fixture.branches[relation].id]),
  change: () => ({ is_slot_required: true }),
});
const createSingletonKind = (table: string, change: Row): RowKind => ({
  findExisting: ({ fixture }) => selectFirstId(fixture, `select id from "${table}" order by id limit 1`, []),
  change: () => change,
});

const getBranchFields = ({
  fixture: { branches },
  relation,
}: {
  fixture: PermissionFixture;
  relation: BranchRelation;
}): Row => ({
  branch: branches[relation].id,
  company: branches[relation].company,
});
/** Every field of the ledger is set by the server. */
const createPaymentKind = (set: Row): RowKind => ({
  body: () => ({}),
  set: (target) => ({ ...getBranchFields(target), ...set }),
  change: () => ({}),
  createdByAction: true,
});

export const rowKinds: { [collection: string]: RowKind } = {
  roles: createSingletonKind("roles", { description: "Changed" }),
  settings: createSingletonKind("settings", { project_name: "Changed" }),
  Configuration_Settings: createSingletonKind("Configuration_Settings", { support_phone: "044 1234" }),
  Parking_Status: createSingletonKind("Parking_Status", { colour: "pink" }),
  Valet_and_Parking_Status: createSingletonKind("Valet_and_Parking_Status", { colour: "pink" }),
  Pre_Booking_Status: createSingletonKind("Pre_Booking_Status", { colour: "pink" }),
  users: {
    body: ({ fixture: { branches }, relation }) => ({
      first_name: "A colleague",
      email: `colleague${nextNumber()}@example.com`,
      role: "c4aa0000-0000-4000-8000-000000000005",
      default_branch: branches[relation].id,
      default_company: branches[relation].company,
    }),
    change: (person) => (person === "admin" ? { designation: "Gate 2" } : { in_out_flag: true }),
  },
  folders: {
    body: ({ fixture: { branches }, relation }) => ({
      name: `Folder ${nextNumber()}`,
      company: branches[relation].company,
    }),
    change: () => ({ name: "Renamed" }),
  },
  files: {
    body: () => ({ filename_download: "car.jpg" }),
    set: ({ fixture: { branches }, relation }) => ({
      branch: branches[relation].id,
      type: "image/jpeg",
      purpose: "branch_file",
    }),
    change: () => ({ title: "Changed" }),
    createdByAction: true,
  },
  Areas: { body: () => ({ area_name: `Area ${nextNumber()}` }), change: () => ({ city: "Chennai" }) },
  Tags_Category: { body: () => ({ Name: `Tag ${nextNumber()}` }), change: () => ({ Name: `Tag ${nextNumber()}` }) },
  Vehicle_Type: { body: () => ({ name: `Type ${nextNumber()}` }), change: () => ({ sort: 7 }) },
  Integration_Tokens: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Integration_Tokens" (name, company, role, token) values ('Accounts', $1, 'c4aa0000-0000-4000-8000-000000000005', $2) returning id`,
        [fixture.branches[relation].company, `token ${nextNumber()}`],
      ),
    change: () => ({}),
  },
  Printers: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Printers" (company, branch, name, address, paper_width) values ($1, $2, 'Gate', '192.168.1.50', '80') returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id],
      ),
    change: () => ({}),
  },
  Print_Jobs: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `with printer as (insert into "Printers" (company, branch, name, address, paper_width)
            values ($1, $2, 'Gate', '192.168.1.50', '80') returning id)
          insert into "Print_Jobs" (company, branch, printer, kind) select $1, $2, id, 'test' from printer returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id],
      ),
    change: () => ({}),
  },
  Webhook_Endpoints: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Webhook_Endpoints" (company, url) values ($1, 'https://erp.example/hooks') returning id`,
        [fixture.branches[relation].company],
      ),
    change: () => ({}),
  },
  Webhook_Events: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Webhook_Events" (company, branch, key, type, subject) values ($1, $2, $3, 'entry.checked_in', 'entry:1') returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id, `evt_${nextNumber()}`],
      ),
    change: () => ({}),
  },
  Webhook_Deliveries: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `with endpoint as (insert into "Webhook_Endpoints" (company, url) values ($1, 'https://erp.example/hooks') returning id),
          event as (insert into "Webhook_Events" (company, key, type, subject) values ($1, $2, 'entry.checked_in', 'entry:1') returning id)
          insert into "Webhook_Deliveries" (company, endpoint, event, subject)
          select $1, endpoint.id, event.id, 'entry:1' from endpoint, event returning id`,
        [fixture.branches[relation].company, `evt_${nextNumber()}`],
      ),
    change: () => ({}),
  },
  Shared_Devices: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Shared_Devices" (name, company, branch, token) values ('North gate', $1, $2, $3) returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id, `device ${nextNumber()}`],
      ),
    change: () => ({}),
  },
  Companies: {
    body: () => ({ name: `Made ${nextNumber()}`, slug: `made-${count}`, company_type: "franchise" }),
    findExisting: ({ fixture, relation }) => Promise.resolve(fixture.branches[relation].company),
    change: () => ({ company_logo: null }),
  },
  Branch: {
    body: ({ fixture: { branches }, relation }) => ({
      company: branches[relation].company,
      name: `Made ${nextNumber()}`,
      slug: `made-${count}`,
    }),
    findExisting: ({ fixture, relation }) => Promise.resolve(fixture.branches[relation].id),
    change: (person) => (person === "verifier" ? { sms_per_day: 250 } : { valet_number: "9840099999" }),
  },
  Parking_Configuration: createConfigurationKind("parking_config"),
  Valet_and_Parking_Configuration: createConfigurationKind("valet_and_parking_config"),
  Pre_Booking_Configuration: createConfigurationKind("pre_booking_config"),
  Branch_Tags: {
    body: async ({ fixture, relation }) => ({
      branch: fixture.branches[relation].id,
      tag: (await fixture.factories.row("Tags_Category", { Name: `Tag ${nextNumber()}` })).id,
    }),
    change: () => ({}),
  },
  Branch_Banner_Images: {
    body: async ({ fixture, relation }) => ({
      branch: fixture.branches[relation].id,
      image: await createFile(fixture, relation),
    }),
    change: () => ({ sort: 3 }),
  },
  Branch_Units: {
    body: ({ fixture, relation }) => ({ branch: fixture.branches[relation].id, name: `Flat ${nextNumber()}` }),
    change: () => ({ name: `Flat ${nextNumber()}` }),
  },
  Unit_Members: {
    body: async ({ fixture, relation }) => ({
      unit: await createRowKind("Branch_Units", () => ({
        branch: fixture.branches[relation].id,
        name: `Flat ${nextNumber()}`,
      }))(fixture, relation),
      name: "Meena Kumari",
      phone: "9840012345",
    }),
    change: () => ({ name: "Lakshmi Rao" }),
  },
  Visit_Permissions: {
    body: async ({ fixture, relation }) => ({
      unit: await createRowKind("Branch_Units", () => ({
        branch: fixture.branches[relation].id,
        name: `Flat ${nextNumber()}`,
      }))(fixture, relation),
      name: "Lakshmi Rao",
      phone: "9840012346",
      from_time: "06:00",
      until_time: "10:00",
    }),
    change: () => ({ until_time: "11:00" }),
  },
  Slot_Blocks: {
    body: ({ fixture: { branches }, relation }) => ({
      branch: branches[relation].id,
      service: "is_valet_and_parking",
      zone_or_block: "North",
      slot_prefix: `P${nextNumber()}-`,
      total_slots: 5,
    }),
    change: () => ({ total_slots: 6 }),
  },
  Time_Charges: {
    body: async ({ fixture, relation }) => ({
      branch: fixture.branches[relation].id,
      service: "is_pre_booking",
      vehicle_type: (await fixture.factories.row("Vehicle_Type", { name: `Type ${nextNumber()}` })).id,
    }),
    change: () => ({ charge_amount_for_minutes: "12.50" }),
  },
  Tariff_Versions: {
    // In the future, since a version that has started cannot be changed.
    body: ({ fixture: { branches }, relation }) => ({
      branch: branches[relation].id,
      service: "is_pre_booking",
      starts_at: new Date(Date.now() + 86_400_000).toISOString(),
      tariff: { plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines: [hourly(2_000)] }] }] },
    }),
    change: () => ({
      tariff: { plans: [{ name: "Standard", rates: [{ vehicle_type: null, lines: [hourly(3_000)] }] }] },
    }),
  },
  Offers: {
    body: ({ fixture: { branches }, relation }) => ({
      company: branches[relation].company,
      branch: branches[relation].id,
      coupon_title: `Opening week ${nextNumber()}`,
      kind: "flat",
      amount: "20.00",
    }),
    change: () => ({ coupon_title: `Second week ${nextNumber()}` }),
  },
  Offer_Uses: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `with offer as (insert into "Offers" (company, branch, coupon_title, kind, amount)
            values ($1, $2, 'Opening week', 'flat', 20) returning id)
          insert into "Offer_Uses" (company, branch, offer, amount) select $1, $2, id, 20 from offer returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id],
      ),
    change: () => ({}),
  },
  Report_Schedules: {
    body: ({ fixture: { branches, admins }, relation }) => ({
      company: branches[relation].company,
      branch: branches[relation].id,
      report: "revenue",
      frequency: "daily",
      hour: 7,
      recipients: [admins[relation].id],
    }),
    change: () => ({ filters: { service: "is_parking" } }),
  },
  Saved_Offers: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `with offer as (insert into "Offers" (company, branch, coupon_title, kind, amount)
            values ($1, $2, 'Opening week', 'flat', 20) returning id)
          insert into "Saved_Offers" ("user", offer) select $3::uuid, id from offer returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id, fixture.customers[relation].id],
      ),
    change: () => ({}),
  },
  Area_Request_List: {
    body: ({ fixture: { branches }, relation }) => ({
      area_name: `Area ${nextNumber()}`,
      area_request_branch_id: branches[relation].id,
    }),
    change: () => ({ note: "Seen" }),
  },
  Change_Requests: {
    // Each of a separate branch: only one may be pending for each.
    body: async ({ fixture, relation, isSeed }) => {
      const { company } = fixture.branches[relation];
      const own = isSeed || relation !== "own" ? undefined : fixture.branches[relation].id;
      if (own !== undefined) await fixture.sql`update "Change_Requests" set status = 'archived' where branch = ${own}`;
      const branch =
        own ??
        (await fixture.factories.row("Branch", { company, name: `Made ${nextNumber()}`, slug: `made-${count}` })).id;
      return { company, branch, changes: { pincode: "600017" } };
    },
    findExisting: async ({ fixture, relation }) => {
      const { id: branch, company } = fixture.branches[relation];
      const [known] = await fixture.sql<{ id: number }[]>`select id from "Change_Requests" where branch = ${branch}`;
      return (
        known?.id ??
        (await fixture.factories.row("Change_Requests", { company, branch, changes: { city: "Salem" } })).id
      );
    },
    change: (person) => (person === "verifier" ? { answer: "Seen" } : { status: "archived" }),
  },
  Two_Person_Changes: {
    body: async ({ fixture, relation }) => {
      const { company } = fixture.branches[relation];
      const branch = await fixture.factories.row("Branch", {
        company,
        name: `Made ${nextNumber()}`,
        slug: `made-${count}`,
      });
      return {
        subject: "branch_fees",
        branch: branch.id,
        platform_charges: 250,
        start_day: "2099-12-31",
        reason: "Agreed",
      };
    },
    findExisting: async ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Two_Person_Changes" (subject, branch, platform_charges, start_day, reason, status)
        values ('branch_fees', $1, 250, '2026-11-23', 'Agreed', 'confirmed') returning id`,
        [fixture.branches[relation].id],
      ),
    change: () => ({ answer: "Seen" }),
  },
  Support_Access: {
    body: ({ fixture, relation }) => ({ branch: fixture.branches[relation].id, reason: "Receipts do not print" }),
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Support_Access" (company, branch, reason, status) values ($1, $2, 'Agreed', 'requested') returning id`,
        [fixture.branches[relation].company, fixture.branches[relation].id],
      ),
    change: (person) => ({ status: person === "admin" ? "declined" : "withdrawn" }),
  },
  Enquiries: {
    body: () => ({ kind: "suggestion", name: "Meena", email: "meena@example.com", message: "A lift, please" }),
    change: () => ({ is_answered: true }),
  },
  Mistakes: {
    findExisting: ({ fixture, relation }) => {
      const { id, company } = fixture.branches[relation];
      return selectFirstId(
        fixture,
        `insert into "Mistakes" (branch, company, kind, words) values ($1, $2, 'hours', 'Until 23:00') returning id`,
        [id, company],
      );
    },
    change: () => ({ is_done: true }),
  },
  Ratings: {
    findExisting: ({ fixture, relation }) => {
      const { id, company } = fixture.branches[relation];
      return selectFirstId(fixture, `insert into "Ratings" (branch, company, stars) values ($1, $2, 4) returning id`, [
        id,
        company,
      ]);
    },
    change: (person) =>
      ["platform", "verifier"].includes(person) ? { decision_reason: "Seen" } : { answer: "Thanks" },
  },
  Company_Notes: {
    body: ({ fixture, relation }) => ({ ...getCompanyId({ fixture, relation }), note: "Asked for a quote" }),
    change: () => ({ note: "Asked again" }),
  },
  Onboarding_Documents: {
    body: async ({ fixture, relation }) => ({
      company: fixture.branches[relation].company,
      branch: fixture.branches[relation].id,
      kind: "other",
      file: await createFile(fixture, relation),
    }),
    change: () => ({ kind: "pan_card" }),
  },
  Onboarding_Reviews: {
    // Of a separate branch, so that no other branch is closed by it.
    body: async ({ fixture, relation }) => {
      const { company } = fixture.branches[relation];
      const branch = await fixture.factories.row("Branch", {
        company,
        name: `Made ${nextNumber()}`,
        slug: `made-${count}`,
      });
      return { company, branch: branch.id, decision: "published" };
    },
    change: () => ({ note: "Seen on the spot" }),
  },
  Review_Assignments: {
    body: async ({ fixture, relation }) => {
      const { company } = fixture.branches[relation];
      const { id } = await fixture.factories.row("Branch", {
        company,
        name: `Made ${nextNumber()}`,
        slug: `made-${count}`,
      });
      return { company, branch: id };
    },
    change: () => ({ branch: null }),
  },
  Company_Branch_Registration_Cache: {
    body: ({ fixture: { admins }, relation, isSeed }) => ({
      registration_type: isSeed ? "company" : "branch",
      admin: admins[relation].id,
    }),
    change: () => ({ current_step: 4 }),
  },
  Parking_Main_Information: {
    body: ({ fixture, relation }) => getVisitorRecordBody(fixture, relation),
    change: () => ({ entry_reason: "A meeting" }),
  },
  Parking_Information: {
    body: async ({ fixture, relation }) => ({ parking_main_info: await createVisitorRecord(fixture, relation) }),
    change: () => ({ additional_charge: "5.00", addition_note: "Two tickets" }),
  },
  Parking_History: {
    findExisting: async ({ fixture, relation }) =>
      selectFirstId(fixture, `select id from "Parking_History" where parking_information = $1`, [
        await createEntry(fixture, relation),
      ]),
    body: async ({ fixture, relation }) => ({ parking_information: await createEntry(fixture, relation) }),
    change: () => ({ status_id: 2 }),
  },
  Parking_Vehicle_Images: {
    body: async ({ fixture, relation }) => ({
      parking_information: await createEntry(fixture, relation),
      vehicle_image: await createFile(fixture, relation),
    }),
    change: () => ({ image_id: "7" }),
  },
  Valet_and_Parking_Information: {
    body: ({ fixture, relation }) => getTicketBody(fixture, relation),
    set: getCompanyId,
    change: () => ({ key_tag: "K7" }),
  },
  Valet_and_Parking_History: {
    findExisting: async ({ fixture, relation }) =>
      selectFirstId(fixture, `select id from "Valet_and_Parking_History" where valet_and_parking_information = $1`, [
        await createTicket(fixture, relation),
      ]),
    body: async ({ fixture, relation }) => ({ valet_and_parking_information: await createTicket(fixture, relation) }),
    change: () => ({ status_id: 2 }),
  },
  valet_parking_vehicle_images: {
    body: async ({ fixture, relation }) => ({
      valet_and_parking_information: await createTicket(fixture, relation),
      vehicle_image: await createFile(fixture, relation),
    }),
    change: () => ({ image_id: "7" }),
  },
  valet_chats: {
    body: async ({ fixture, relation }) => ({
      valet_and_parking_information: await createTicket(fixture, relation),
      customer_name: "Anitha",
    }),
    change: () => ({ customer_name: "Anitha R" }),
  },
  valet_chat_messages: {
    body: async ({ fixture, relation }) => ({
      chat: await createRowKind("valet_chats", () => ({}), {
        valet_and_parking_information: await createTicket(fixture, relation),
        customer_name: "Anitha",
      })(fixture, relation),
      client_id: `message-${nextNumber()}`,
      text: "Where is my car?",
    }),
    change: () => ({ text: "Where is my car, please?" }),
  },
  Pre_Booking_Information: {
    body: ({ fixture: { branches }, relation }) => ({ branch: branches[relation].id }),
    set: getCompanyId,
    change: () => ({ name: "Somebody" }),
  },
  activity: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `insert into activity (action, timestamp, collection, item, company) values ('update', now(), 'Branch', '1', $1) returning id`,
        [fixture.branches[relation].company],
      ),
    body: () => ({ action: "update", timestamp: "2026-01-01T00:00:00Z" }),
    change: () => ({ action: "delete" }),
  },
  revisions: {
    findExisting: ({ fixture, relation }) =>
      selectFirstId(
        fixture,
        `with a as (insert into activity (action, timestamp, company) values ('update', now(), $1) returning id)
         insert into revisions (activity, company, collection, item) select id, $1, 'Branch', '1' from a returning id`,
        [fixture.branches[relation].company],
      ),
    body: () => ({ activity: 1 }),
    change: () => ({ item: "2" }),
  },
  Security_Events: {
    findExisting: ({ fixture, fixture: { branches }, relation }) =>
      selectFirstId(
        fixture,
        `insert into "Security_Events" (kind, company, branch, first_at, last_at, bucket)
         values ('log_in_failed', $1, $2, now(), now(), gen_random_uuid()::text) returning id`,
        [branches[relation].company, branches[relation].id],
      ),
    body: () => ({
      kind: "log_in_failed",
      first_at: "2026-01-01T00:00:00Z",
      last_at: "2026-01-01T00:00:00Z",
      bucket: "b",
    }),
    change: () => ({ count: 2 }),
  },
  attendance: {
    findExisting: ({ fixture, fixture: { branches, admins }, relation }) =>
      selectFirstId(
        fixture,
        `insert into attendance ("user", branch, company, is_present) values ($1, $2, $3, true) returning id`,
        [admins[relation].id, branches[relation].id, branches[relation].company],
      ),
    body: () => ({}),
    change: () => ({}),
  },
  cash_shifts: {
    body: () => ({}),
    set: (timestamp) => ({
      ...getBranchFields(timestamp),
      collector: timestamp.fixture.admins[timestamp.relation].id,
      opened_at: new Date(),
    }),
    // Of someone else's shift: with a reason.
    change: () => ({ counted: "0.00", note: "Left early" }),
    createdByAction: true,
  },
  cash_handovers: {
    body: () => ({}),
    set: (timestamp) => ({
      ...getBranchFields(timestamp),
      giver: timestamp.fixture.admins[timestamp.relation].id,
      receiver: timestamp.fixture.admins[timestamp.relation].id,
      amount: 1_000,
    }),
    change: () => ({}),
    createdByAction: true,
  },
  tip_payouts: {
    body: () => ({}),
    set: (timestamp) => ({
      ...getBranchFields(timestamp),
      driver: timestamp.fixture.admins[timestamp.relation].id,
      cash_amount: 1_000,
      online_amount: 0,
    }),
    change: () => ({}),
    createdByAction: true,
  },
  payment_settings: {
    body: async ({ fixture, relation, isSeed }) => ({
      branch: isSeed
        ? fixture.branches[relation].id
        : (await fixture.factories.branch({ company: fixture.branches[relation].company })).id,
    }),
    change: () => ({ tax_treatment: "exempt", tax_reason: "Hospital" }),
  },
  payment_attempts: createPaymentKind({ merchant_id: "M1", amount: 4_000, state: "initiated" }),
  payment_refunds: createPaymentKind({ amount: 4_000, state: "queued" }),
  unknown_payments: {
    ...createPaymentKind({}),
    set: (target) => ({
      ...getBranchFields(target),
      merchant_id: "M1",
      merchant_transaction_id: `T${nextNumber()}`,
      amount: 4_000,
    }),
    change: () => ({ closing_reason: "Returned" }),
  },
  tax_invoices: createPaymentKind({ gstin: "29AAAAA0000A1ZY", financial_year: "2627", total: 4_000 }),
  payments: createPaymentKind({ mode: "cash", amount: 4_000 }),
  Outbox: {
    body: () => ({}),
    set: ({ fixture: { branches }, relation }) => ({
      channel: "sms",
      recipient: "9840012345",
      template: "test",
      reference: `r${nextNumber()}`,
      branch: branches[relation].id,
      company: branches[relation].company,
    }),
    // Every field is set by the server: even the platform cannot change it.
    change: () => ({}),
    createdByAction: true,
  },
  presets: {
    body: ({ fixture: { customers }, relation }) => ({ bookmark: "Mine", user: customers[relation].id }),
    change: () => ({ bookmark: "Renamed" }),
  },
};

/** Creates a row of this collection at this site through the write path as the platform; returns its key. */
export async function createRowAtBranch({
  fixture,
  name,
  relation,
  isSeed,
}: {
  fixture: PermissionFixture;
  name: string;
  relation: BranchRelation;
  isSeed: boolean;
}): Promise<RowKey> {
  const kind = rowKinds[name]!;
  if (kind.findExisting && (isSeed || !kind.body)) return kind.findExisting({ fixture, relation });
  const body = await kind.body!({ fixture, relation, isSeed });
  return (await fixture.factories.row(name, body, kind.set?.({ fixture, relation }))).id;
}

/** An image of a branch without a purpose: each has one purpose. */
async function createFile(fixture: PermissionFixture, relation: BranchRelation): Promise<RowKey> {
  const set = { branch: fixture.branches[relation].id, type: "image/jpeg", purpose: "branch_file" };
  return (await fixture.factories.row("files", { filename_download: "car.jpg" }, set)).id;
}

/** Three branches, two of one company and one of another, each with one row of everything a branch can have. */
export async function createPermissionFixture({
  sql,
  factories,
}: {
  sql: Sql;
  factories: Factories;
}): Promise<PermissionFixture> {
  const [own, foreign] = [await factories.company(), await factories.company()];
  const createBranch = async (company: number) =>
    factories.branch({
      company,
      is_valet_and_parking: true,
      valet_and_parking_config: (await factories.row("Valet_and_Parking_Configuration", {})).id,
      pre_booking_config: (await factories.row("Pre_Booking_Configuration", {})).id,
    });
  const branches = {
    own: await createBranch(own.id),
    sister: await createBranch(own.id),
    other: await createBranch(foreign.id),
  };
  const phones = { own: "9840011111", sister: "9840022222", other: "9840033333" };
  const forEachBranch = async <T>(work: (relation: BranchRelation) => Promise<T>): Promise<ByBranchRelation<T>> =>
    Object.fromEntries(
      await Promise.all(branchRelations.map(async (relation) => [relation, await work(relation)] as const)),
    ) as ByBranchRelation<T>;
  return {
    sql,
    factories,
    branches,
    phones,
    admins: await forEachBranch((relation) => factories.user("admin", { branch: branches[relation] })),
    customers: await forEachBranch((relation) => factories.user("customer", { contact_number: phones[relation] })),
  };
}
