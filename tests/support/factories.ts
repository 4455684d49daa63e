// Factories: each creates what it depends on, through the write path, and accepts the values relevant to the test.
import { randomBytes } from "node:crypto";
import type { Collection, Row } from "#domain/schema/collection.ts";
import { setUpSteps } from "#domain/branches/set-up.ts";
import { isGovernmentBranch } from "#domain/branches/entity-type.ts";
import { findCollection } from "#domain/collections.ts";
import { anonymous, roles, type Role, type Actor } from "#domain/access/roles.ts";
import type { Sql } from "#server/db/pool.ts";
import { createItem } from "#server/items/write/write.ts";
import type { WriteContext } from "#server/items/write/write-context.ts";
import { rowFollowUps } from "#server/features/follow-ups.ts";
import { lookupSteps } from "#server/features/lookups.ts";
import { createNotificationSteps } from "#server/features/notifications.ts";
import { allocationSteps } from "#server/features/allocations.ts";
import { createSealer, createSecretStore } from "#server/auth/secrets.ts";
import { testConfig } from "#tests/support/app.ts";

export interface CreatedRow {
  id: number;
}
export interface CreatedUser {
  id: string;
  email: string;
  password: string;
  role: Role;
}
export interface CreatedBranch extends CreatedRow {
  company: number;
  name: string;
  slug: string;
}

const platformActor: Actor = { ...anonymous, role: "platform", isActive: true, isPresent: true };
let count = 0;
const nextNumber = (): number => (count += 1);

/** The password of every created user. */
export const testPassword = "Chaavi@2026";

/** Unless a test says otherwise, branches are set up, and their services are free of charge. */
const defaults: { readonly [collection: string]: Row } = {
  Branch: { set_up_skipped: setUpSteps },
  Parking_Configuration: { is_free: true },
  Valet_and_Parking_Configuration: { is_free: true },
};

const keeper = createSecretStore(testConfig);
let hashedPassword: Promise<string> | undefined;

/** Hashing is slow by design: hundreds of users share one hash. */
function hashSecret(secret: Parameters<typeof keeper>[0]): Promise<string> {
  if (secret.field.secret !== "password" || secret.value !== testPassword) return keeper(secret);
  hashedPassword ??= keeper(secret);
  return hashedPassword;
}

export function createFactories(sql: Sql, now: () => Date = () => new Date()) {
  function context(tx: WriteContext["tx"]): WriteContext {
    return {
      tx,
      actor: platformActor,
      now: now(),
      random: (bytes) => randomBytes(bytes),
      origin: { ip: null, userAgent: null },
      allocations: allocationSteps,
      lookups: lookupSteps,
      // Nobody is told of entries that are data of a test.
      followUps: { ...rowFollowUps, visitNotices: () => Promise.resolve(), supportNotices: () => Promise.resolve() },
      notifications: createNotificationSteps(testConfig),
      onRowWrite: () => undefined,
      storeSecret: hashSecret,
      seal: createSealer(testConfig.secret).seal,
    };
  }

  /** A row of any collection; `set` is for values only the server sets. */
  async function row(name: string, provided: Row, systemValues: Row = {}): Promise<CreatedRow> {
    const payload = { ...defaults[name], ...provided };
    const id = await sql.begin((tx) =>
      createItem({ ctx: context(tx), collection: findCollection(name) as Collection, payload, systemValues }),
    );
    return { id: id as number };
  }

  async function company(fields: Row = {}): Promise<CreatedRow> {
    const number = nextNumber();
    return row("Companies", {
      name: `Company ${number}`,
      slug: `company-${number}`,
      status: "published",
      company_type: "single_organization",
      ...fields,
    });
  }

  const companyOf = (branchFields: Row): Promise<CreatedRow> =>
    company(isGovernmentBranch(branchFields) ? { company_type: "government" } : {});

  /** A price that has always been in force, whatever the clock of the test shows. */
  async function timeCharge(fields: Row): Promise<void> {
    await row("Time_Charges", { parking_time_type: "minutes", time_value_for_minutes: 30, ...fields });
    await sql`update "Tariff_Versions" set starts_at = '2000-01-01' where branch = ${Number(fields["branch"])}`;
  }

  /** A published parking branch, by default without slots and free of charge. */
  async function branch(provided: Row & { slots?: number; rate?: string; config?: Row } = {}): Promise<CreatedBranch> {
    const number = nextNumber();
    const { slots, rate, config = {}, ...fields } = provided;
    const owner = (fields["company"] as number | undefined) ?? (await companyOf(fields)).id;
    const parkingConfig = await row("Parking_Configuration", { is_slot_required: slots !== undefined, ...config });
    const payload = {
      company: owner,
      name: `Branch ${number}`,
      slug: `branch-${number}`,
      status: "published",
      is_parking: true,
      parking_config: parkingConfig.id,
      ...fields,
    };
    const { id } = await row("Branch", payload);
    if (slots !== undefined)
      await row("Slot_Blocks", {
        branch: id,
        service: "is_parking",
        zone_or_block: "A",
        slot_prefix: "A",
        total_slots: slots,
      });
    if (rate !== undefined) await timeCharge({ branch: id, service: "is_parking", charge_amount_for_minutes: rate });
    return { id, company: owner, name: payload.name as string, slug: payload.slug as string };
  }

  /**
   * A published valet branch with the same defaults; `charge` is its valet charge in rupees, `prefix` that of its
   * tokens.
   */
  async function valetBranch(
    provided: Row & { slots?: number; rate?: string; charge?: string; config?: Row } = {},
  ): Promise<CreatedBranch> {
    const { slots, rate, charge, config = {}, ...fields } = provided;
    const collected = charge === undefined ? {} : { is_collect_valet_charge: true, valet_charge: charge };
    const { id: valetConfig } = await row("Valet_and_Parking_Configuration", {
      is_slot_required: slots !== undefined,
      token_prefix: "V",
      ...collected,
      ...config,
    });
    const created = await branch({
      is_parking: false,
      is_valet_and_parking: true,
      valet_and_parking_config: valetConfig,
      ...fields,
    });
    const service = { branch: created.id, service: "is_valet_and_parking" };
    if (slots !== undefined)
      await row("Slot_Blocks", { ...service, zone_or_block: "B", slot_prefix: "B", total_slots: slots });
    if (rate !== undefined) await timeCharge({ ...service, charge_amount_for_minutes: rate });
    return created;
  }

  /** Present and active, at the given branch, with `testPassword`. */
  async function user(role: Role, provided: Row & { branch?: CreatedBranch } = {}): Promise<CreatedUser> {
    const number = nextNumber();
    const { branch: site, ...fields } = provided;
    const email = `${role}${number}@example.com`;
    const payload = {
      first_name: `${role} ${number}`,
      email,
      password: testPassword,
      role: roles[role].id,
      status: "active",
      in_out_flag: true,
      ...(site ? { default_branch: site.id, default_company: site.company } : {}),
      ...fields,
    };
    // A customer with a phone has verified it.
    const isProved = role === "customer" && fields["contact_number"] !== undefined;
    const set = { is_email_verified: true, ...(isProved ? { phone_verified_at: now() } : {}) };
    const { id } = await row("users", payload, set);
    return { id: id as unknown as string, email: payload.email, password: testPassword, role };
  }

  /** A unique plate: 'TN09AB0001'. */
  function plate(): string {
    return `TN09AB${String(nextNumber()).padStart(4, "0")}`;
  }

  return { context, row, company, branch, valetBranch, user, plate };
}
