// §8: what the rules must know of other rows, read in the transaction of the write (see `facts` of a collection).
import type { Row } from "#domain/collection.ts";
import { idOf } from "#domain/rules/charge.ts";
import type { OpenVisit, SameVisitor } from "#domain/rules/same-visitor.ts";
import { valetSequence } from "#domain/states/valet.ts";
import { valetService } from "#domain/rules/valet-entry.ts";
import type { Movement } from "#domain/rules/configuration.ts";
import type { FactStep, WriteContext } from "#server/items/write-context.ts";
import { openShift, shiftCash } from "#server/services/shift-facts.ts";
import { highestTaken, lockSlots } from "#server/services/scarce/slot.ts";

const passFields = ["parking_type", "pass_start_time", "pass_end_time"];

interface Sought {
  ctx: WriteContext;
  /** A standing record, there already or about to be. */
  record: Row;
  except: number;
}

/** How a visitor is known at a branch: a vehicle by its number, a person by phone number and name. */
function knownAs(record: Row): string {
  const name =
    record["is_person"] === true ? `${String(record["phone_no"])}:${String(record["name"]).toLowerCase()}` : "";
  return `${idOf(record["branch"])}:${name || String(record["vehicle_no"])}`;
}

/** Two who bring in one visitor at the same moment take turns; whoever takes a slot too takes this before. */
async function lockVisitor({ ctx, record }: Pick<Sought, "ctx" | "record">): Promise<void> {
  const known = [knownAs(record)];
  await ctx.tx.unsafe("select pg_advisory_xact_lock(7302, hashtext($1::text))", known, { prepare: true });
}

/** Standing records of the same visitor at the branch that are open or whose pass is not over, under the visitor's lock. */
async function sameVisitors({ ctx, record, except }: Sought): Promise<SameVisitor[]> {
  const isPerson = record["is_person"] === true;
  const known = isPerson ? String(record["name"] ?? "").toLowerCase() : record["vehicle_no"];
  if (!known) return [];
  const who = isPerson
    ? `m."is_person" and lower(m."name") = $2 and m."phone_no" = $5`
    : `not m."is_person" and m."vehicle_no" = $2 and $5::text is not null`;
  const locked = lockVisitor({ ctx, record });
  const others = ctx.tx.unsafe<(SameVisitor & Row)[]>(
    `select m."id", m."phone_no", m."parking_type", m."pass_start_time", m."pass_end_time", m."parking_status_id", m."is_waiting_for_approve",
       exists (select 1 from "Parking_Information" p where p."parking_main_info" = m."id"
         and (p."parking_status_id" = 1 or (p."parking_status_id" = 3 and not p."is_invited"))) as "is_open"
     from "Parking_Main_Information" m
     where m."branch" = $1::integer and ${who} and m."id" <> $3::integer
       and (m."parking_status_id" in (1, 3) or (m."parking_type" = 'long_time' and m."pass_end_time" > $4::timestamptz))`,
    [idOf(record["branch"]), known, except, ctx.now.toISOString(), record["phone_no"] ?? ""] as never[],
    { prepare: true },
  );
  // Sent together, run one after the other: what there is is looked at only when the lock is ours.
  return (await Promise.all([locked, others]))[1];
}

/** For a standing record that is made, or whose pass changes: the others of the same visitor. */
const sameVisitor: FactStep = async ({ ctx, before, after, changes }) => {
  if (before && !passFields.some((field) => field in changes)) return undefined;
  return sameVisitors({ ctx, record: after, except: (before?.["id"] as number | undefined) ?? 0 });
};

/**
 * For a new visit of a standing record that is there already: whether its visitor is in or at the gate, and the
 * record as it is under the lock, since its pass may just have been renewed or answered. A visit that comes
 * in takes its turn too, so that whoever types the same plate meanwhile is told that it is inside.
 */
const openVisit: FactStep = async ({ ctx, before, after, changes, related }) => {
  const main = related["parking_main_info"];
  if (!main) return undefined;
  if (!before) {
    // An invite is for later: its visitor may be inside now.
    if (typeof after["parking_main_info"] !== "number" || after["is_invited"] === true) return undefined;
    const visitors = await sameVisitors({ ctx, record: main, except: 0 });
    const isOpen = visitors.some((record) => record.is_open);
    return { isOpen, standing: visitors.find(({ id }) => id === main["id"]) } satisfies OpenVisit;
  }
  const mayComeIn = changes["parking_status_id"] === 1 || changes["payment_status"] === "paid";
  if (before["parking_status_id"] === 3 && mayComeIn) await lockVisitor({ ctx, record: main });
  return undefined;
};

/** The highest slot number in use in a block as it stood before, under the lock of those who take a slot there. */
const takenInBlock: FactStep = async ({ ctx, before }) => {
  const service = before?.["service"];
  if (!before || (service !== "is_parking" && service !== valetService)) return 0;
  const place = { tx: ctx.tx, branch: before["branch"] as number, service } as const;
  await lockSlots(place);
  return highestTaken({ ...place, prefix: (before["slot_prefix"] as string | null) ?? "" });
};

const movementFields = [
  "payment_type",
  "entry_type",
  "slot_type",
  "is_slot_required",
  "security",
  "is_parking",
  "is_valet_and_parking",
  "allow_person_entries",
];

/** Whether vehicles are inside or at the gate, and whether requests of persons wait, at a branch or at those of a configuration. */
const movement: FactStep = async ({ ctx, before, changes }) => {
  if (!before || !movementFields.some((field) => field in changes)) return undefined;
  const isBranch = "slug" in before;
  const [row] = await ctx.tx.unsafe<Movement[]>(
    `select coalesce(bool_or(not p."is_person" and not (p."parking_status_id" = 3 and p."is_invited" and not m."is_waiting_for_approve")), false) as "areVehiclesMoving",
       coalesce(bool_or(p."is_person" and m."is_waiting_for_approve"), false) as "arePersonsWaiting",
       exists (select 1 from "Valet_and_Parking_Information" v join "Branch" vb on vb."id" = v."branch"
         where vb."${isBranch ? "id" : "parking_config"}" = $1::integer and v."status_id" < ${valetSequence.checkedOut}) as "areTicketsOpen"
     from "Branch" b join "Parking_Information" p on p."branch" = b."id" and p."parking_status_id" in (1, 3)
     join "Parking_Main_Information" m on m."id" = p."parking_main_info"
     where b."${isBranch ? "id" : "parking_config"}" = $1::integer`,
    [before["id"] as number],
    { prepare: true },
  );
  return row;
};

/** The folder one is put into and all above it; folders are moved one at a time, or two could be put into each other. */
const foldersAbove: FactStep = async ({ ctx, before, after, changes }) => {
  if (!before || !changes["parent"]) return undefined;
  await ctx.tx`select pg_advisory_xact_lock(7303, 0)`;
  const above = await ctx.tx<{ id: string }[]>`
    with recursive above as (
      select id, parent from folders where id = ${after["parent"] as string}
      union select f.id, f.parent from folders f join above a on f.id = a.parent)
    select id from above`;
  return above.map(({ id }) => id);
};

/** The chat somebody holds who is leaving duty. */
const heldChat: FactStep = async ({ ctx, before, changes }) => {
  if (!before || changes["in_out_flag"] !== false) return undefined;
  const [row] = await ctx.tx.unsafe<{ id: number }[]>(
    `select "id" from "valet_chats" where "holder" = $1::uuid`,
    [before["id"] as string],
    { prepare: true },
  );
  return row?.id;
};

/** How many banners the branch has, so that two who add one at once take turns. */
const bannersThere: FactStep = async ({ ctx, before, after }) => {
  if (before) return undefined;
  const branch = after["branch"] as number;
  await ctx.tx`select pg_advisory_xact_lock(7310, ${branch})`;
  const [row] = await ctx.tx<{ count: number }[]>`
    select count(*)::integer as count from "Branch_Banner_Images" where branch = ${branch}`;
  return row!.count;
};

/** Whether publishing takes two at this moment. */
const publishing: FactStep = async ({ ctx, before }) => {
  if (before) return undefined;
  const [row] = await ctx.tx<{ takesTwo: boolean }[]>`
    select publishing_takes_two as "takesTwo" from "Configuration_Settings" limit 1`;
  return row;
};

export const factSteps = {
  bannersThere,
  publishing,
  sameVisitor,
  openVisit,
  takenInBlock,
  movement,
  foldersAbove,
  openShift,
  shiftCash,
  heldChat,
};
