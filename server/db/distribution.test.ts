// What a database distributed by branch would refuse (docs/scale.md): rows of a branch without its key, and unique indexes that do not
// contain it. The lists may only shrink: a new table of a branch has a required `branch`, and new unique indexes contain it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { createTestDatabase } from "#tests/support/database.ts";

const { sql } = await createTestDatabase({ max: 1 });

/** Rows of the platform, of companies and of users: stored whole on every node, or on one. */
const tablesOfNoBranch = words(`
  Area_Request_List Areas Branch Companies Company_Branch_Registration_Cache Company_Notes Configuration_Settings Enquiries
  Integration_Tokens Parking_Status Pre_Booking_Status Saved_Offers Tags_Category Valet_and_Parking_Status Vehicle_Type
  Visit_Permissions Webhook_Endpoints backups code_tries credit_note_counters folders idempotency_keys invoice_counters job_processes links
  history_archives loose_files message_counts migrations otp_challenges outbox_secrets pin_tries postal_places presets privacy_requests push_messages
  push_subscriptions recovery_codes retention_walks roles second_factor_setups second_factors sessions settings site_words tax_id_checks throttle users`);

/** Rows that belong to a branch through another row. */
const withoutBranch = words(`
  Parking_Configuration Parking_History Parking_Vehicle_Images Pre_Booking_Configuration Unit_Members
  Valet_and_Parking_Configuration Valet_and_Parking_History Webhook_Deliveries live_matches offer_counters payment_answers revisions
  valet_chat_messages valet_parking_vehicle_images webhook_sequences`);

/** Rows of a branch, and some of a company or of the platform. */
const withOptionalBranch = words(`
  Change_Requests Mistakes Offer_Uses Offers Onboarding_Reviews Outbox Parking_Information Ratings Review_Assignments
  Security_Events Shared_Devices Two_Person_Changes Webhook_Events activity attendance cash_handovers cash_shifts files
  payment_attempts payment_refunds payments tax_invoices tip_payouts unknown_payments valet_chats`);

const uniqueWithoutBranch = words(`
  Offer_Uses_u1 Offer_Uses_u2 Offers_u1 Outbox_event_u Outbox_reference_u Parking_Information_u3 Ratings_u1 Ratings_u2
  Security_Events_bucket_u Shared_Devices_token_u Support_Access_u2 Webhook_Events_key_u cash_handovers_u1 cash_shifts_u1
  payment_attempts_merchant_transaction_id_u payment_refunds_merchant_refund_id_u payments_u1 tax_invoices_u1 unknown_payments_u1
  valet_chats_u1 valet_chats_u2`);

/** Tables with a branch whose key is the id alone. */
const keyedByIdAlone = words(`
  Branch_Banner_Images Branch_Tags Branch_Units Onboarding_Documents Parking_Main_Information Pre_Booking_Information Print_Jobs Printers
  Report_Schedules Slot_Blocks Support_Access Tariff_Versions Time_Charges Valet_and_Parking_Information payment_settings`).concat(
  withOptionalBranch,
);

/** Raising one of these is a decision against distribution. */
const maxima = { withoutBranch: 15, withOptionalBranch: 25, uniqueWithoutBranch: 21, keyedByIdAlone: 40 };

let tables: { name: string; isRequired: boolean | null }[];
let indexes: { name: string; table: string; isPrimary: boolean; columns: string[] }[];

before(async () => {
  tables = await sql`
    select c.relname as name, a.attnotnull as "isRequired" from pg_class c
    left join pg_attribute a on a.attrelid = c.oid and a.attname = 'branch' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  indexes = await sql`
    select i.relname as name, t.relname as table, x.indisprimary as "isPrimary",
      array(select a.attname::text from pg_attribute a where a.attrelid = t.oid and a.attnum = any(x.indkey)) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where x.indisunique and t.relnamespace = 'public'::regnamespace and not t.relispartition`;
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const named = (isRequired: boolean | null): string[] =>
  tables.filter((table) => table.isRequired === isRequired).map(({ name }) => name);

const indexesWithoutBranch = (isPrimary: boolean): typeof indexes => {
  const ofBranches = new Set([...named(true), ...named(false)]);
  return indexes.filter(
    (index) => index.isPrimary === isPrimary && ofBranches.has(index.table) && !index.columns.includes("branch"),
  );
};

test("rows of a branch have its key", () => {
  const expected = [...withoutBranch, ...tablesOfNoBranch];
  assert.deepEqual(named(null).toSorted(), expected.toSorted());
  assert.ok(withoutBranch.length <= maxima.withoutBranch);
});

test("the branch of a row is required", () => {
  assert.deepEqual(named(false).toSorted(), withOptionalBranch.toSorted());
  assert.ok(withOptionalBranch.length <= maxima.withOptionalBranch);
});

test("unique indexes of rows of a branch contain it", () => {
  const found = indexesWithoutBranch(false).map(({ name }) => name);
  assert.deepEqual(found.toSorted(), uniqueWithoutBranch.toSorted());
  assert.ok(uniqueWithoutBranch.length <= maxima.uniqueWithoutBranch);
});

test("primary keys of rows of a branch contain it", () => {
  const found = indexesWithoutBranch(true).map(({ table }) => table);
  assert.deepEqual(found.toSorted(), keyedByIdAlone.toSorted());
  assert.ok(keyedByIdAlone.length <= maxima.keyedByIdAlone);
});
