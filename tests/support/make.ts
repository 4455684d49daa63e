// Factories: each makes what it lacks, through the one write path, and takes what the test cares about.
import { randomBytes } from "node:crypto";
import type { Collection, Row } from "#domain/collection.ts";
import { collectionNamed } from "#domain/collections/all.ts";
import { nobody, roles, type Role, type Who } from "#domain/roles.ts";
import type { Sql } from "#server/db/pool.ts";
import { createItem } from "#server/items/write.ts";
import type { WriteContext } from "#server/items/write-context.ts";
import { factSteps } from "#server/services/facts.ts";
import { tellSteps } from "#server/services/tells.ts";
import { scarceSteps } from "#server/services/scarce.ts";
import { sealer, secretKeeper } from "#server/services/secrets.ts";
import { testConfig } from "#tests/support/app.ts";

export interface Made {
  id: number;
}
export interface MadeUser {
  id: string;
  email: string;
  password: string;
  role: Role;
}
export interface MadeBranch extends Made {
  company: number;
  name: string;
  slug: string;
}

const platform: Who = { ...nobody, role: "platform", isActive: true, isPresent: true };
let count = 0;
const next = (): number => (count += 1);

/** The password every made user has. */
export const password = "Chaavi@2026";

const keeper = secretKeeper(testConfig);
let passwordKept: Promise<string> | undefined;

/** Hashing takes its time on purpose: once is enough for the password of hundreds. */
function keepSecret(secret: Parameters<typeof keeper>[0]): Promise<string> {
  if (secret.field.secret !== "password" || secret.value !== password) return keeper(secret);
  passwordKept ??= keeper(secret);
  return passwordKept;
}

export function factories(sql: Sql, now: () => Date = () => new Date()) {
  function context(tx: WriteContext["tx"]): WriteContext {
    return {
      tx,
      who: platform,
      now: now(),
      random: (bytes) => randomBytes(bytes),
      origin: { ip: null, userAgent: null },
      scarce: scarceSteps,
      facts: factSteps,
      tells: tellSteps(testConfig),
      keepSecret,
      seal: sealer(testConfig.secret).seal,
    };
  }

  /** Any row of any collection; `set` is for what only the server sets. */
  async function row(name: string, payload: Row, set: Row = {}): Promise<Made> {
    const id = await sql.begin((tx) =>
      createItem({ ctx: context(tx), collection: collectionNamed(name) as Collection, payload, set }),
    );
    return { id: id as number };
  }

  async function company(given: Row = {}): Promise<Made> {
    const number = next();
    return row("Companies", {
      name: `Company ${number}`,
      slug: `company-${number}`,
      status: "published",
      company_type: "single_organization",
      ...given,
    });
  }

  /** A published parking branch without slots and free of charge, unless told otherwise. */
  async function branch(given: Row & { slots?: number; rate?: string; config?: Row } = {}): Promise<MadeBranch> {
    const number = next();
    const { slots, rate, config = {}, ...fields } = given;
    const owner = (fields["company"] as number | undefined) ?? (await company()).id;
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
    if (rate !== undefined)
      await row("Time_Charges", {
        branch: id,
        service: "is_parking",
        parking_time_type: "minutes",
        time_value_for_minutes: 30,
        charge_amount_for_minutes: rate,
      });
    return { id, company: owner, name: payload.name as string, slug: payload.slug as string };
  }

  /** A published valet branch, of the same kind; `charge` is its valet charge in rupees, `prefix` its tokens'. */
  async function valetBranch(
    given: Row & { slots?: number; rate?: string; charge?: string; config?: Row } = {},
  ): Promise<MadeBranch> {
    const { slots, rate, charge, config = {}, ...fields } = given;
    const collected = charge === undefined ? {} : { is_collect_valet_charge: true, valet_charge: charge };
    const { id: valetConfig } = await row("Valet_and_Parking_Configuration", {
      is_slot_required: slots !== undefined,
      token_prefix: "V",
      ...collected,
      ...config,
    });
    const made = await branch({
      is_parking: false,
      is_valet_and_parking: true,
      valet_and_parking_config: valetConfig,
      ...fields,
    });
    const service = { branch: made.id, service: "is_valet_and_parking" };
    if (slots !== undefined)
      await row("Slot_Blocks", { ...service, zone_or_block: "B", slot_prefix: "B", total_slots: slots });
    if (rate !== undefined)
      await row("Time_Charges", {
        ...service,
        parking_time_type: "minutes",
        time_value_for_minutes: 30,
        charge_amount_for_minutes: rate,
      });
    return made;
  }

  /** Present and active, at the branch given, with `password`. */
  async function user(role: Role, given: Row & { branch?: MadeBranch } = {}): Promise<MadeUser> {
    const number = next();
    const { branch: at, ...fields } = given;
    const email = `${role}${number}@example.com`;
    const payload = {
      first_name: `${role} ${number}`,
      email,
      password,
      role: roles[role].id,
      status: "active",
      in_out_flag: true,
      ...(at ? { default_branch: at.id, default_company: at.company } : {}),
      ...fields,
    };
    const { id } = await row("users", payload, { is_email_verified: true });
    return { id: id as unknown as string, email: payload.email, password, role };
  }

  /** A plate nobody else has: 'TN09AB0001'. */
  function plate(): string {
    return `TN09AB${String(next()).padStart(4, "0")}`;
  }

  return { row, company, branch, valetBranch, user, plate };
}
