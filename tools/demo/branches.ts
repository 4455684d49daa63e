// A branch as its visits need it: read back from the database, in the form the rules work with.
import type { Collection, Row } from "#domain/collection.ts";
import { TimeCharges } from "#domain/collections/branch-parts.ts";
import { nobody, roleOf, type Role, type Who } from "#domain/roles.ts";
import type { Block } from "#domain/rules/slots.ts";
import type { Tx } from "#server/db/pool.ts";
import { fromDatabase } from "#server/items/values.ts";

export interface Place {
  id: number;
  zone: string;
  state: string;
  entity: string;
  /** The row, with its configurations and time charges beside it, as the rules look at it. */
  branch: Row;
  blocks: readonly Block[];
  valetBlocks: readonly Block[];
  staff: readonly Who[];
  approvers: readonly Who[];
  /** How many of all visits come here, against the other places' shares. */
  share: number;
}

type Service = "is_parking" | "is_valet_and_parking";

/** The branches with these ids, in that order; throws where one has nobody at its gate. */
export async function readPlaces({
  tx,
  ids,
  shares,
}: {
  tx: Tx;
  ids: readonly number[];
  shares?: Map<number, number>;
}): Promise<Place[]> {
  const rows = await tx<Row[]>`
    select b.*, to_jsonb(p) as parking_config, to_jsonb(v) as valet_and_parking_config from "Branch" b
    left join "Parking_Configuration" p on p.id = b.parking_config
    left join "Valet_and_Parking_Configuration" v on v.id = b.valet_and_parking_config
    where b.id = any(${ids as number[]}) order by b.id`;
  const charges = await tx<Row[]>`select * from "Time_Charges" where branch = any(${ids as number[]}) order by id`;
  const blocks = await tx<Row[]>`select * from "Slot_Blocks" where branch = any(${ids as number[]}) order by sort, id`;
  const crew = await crewOf({ tx, ids });
  return rows.map((row) => {
    const id = row["id"] as number;
    const own = <T extends Row>(list: readonly T[]) => list.filter((item) => item["branch"] === id);
    const blocksOf = (service: Service) =>
      own(blocks)
        .filter((block) => block["service"] === service)
        .map((block) => ({ prefix: block["slot_prefix"] as string, total: block["total_slots"] as number }));
    const withRole = (role: Role) => crew.filter((who) => who.branch === id && who.role === role);
    const staff = withRole("staff");
    if (staff.length === 0)
      throw new Error(`The branch ${String(row["name"])} has no staff who is present: nobody could let a car in.`);
    return {
      id,
      zone: row["time_zone"] as string,
      state: (row["state"] as string | null) ?? "Tamil Nadu",
      entity: row["entity_type"] as string,
      branch: {
        ...row,
        time_charges: own(charges).map((charge) => fromDatabase(TimeCharges as unknown as Collection, charge)),
      },
      blocks: blocksOf("is_parking"),
      valetBlocks: blocksOf("is_valet_and_parking"),
      staff,
      approvers: withRole("approver"),
      share: shares?.get(id) ?? 1,
    };
  });
}

interface CrewRow {
  id: string;
  first_name: string;
  role: string;
  default_company: number;
  default_branch: number;
}

async function crewOf({ tx, ids }: { tx: Tx; ids: readonly number[] }): Promise<Who[]> {
  const rows = await tx<CrewRow[]>`
    select id, first_name, role, default_company, default_branch from users
    where default_branch = any(${ids as number[]}) and status = 'active' and in_out_flag order by email`;
  return rows.map((row) => ({
    ...nobody,
    id: row.id,
    role: roleOf(row.role),
    name: row.first_name,
    company: row.default_company,
    branch: row.default_branch,
    isActive: true,
    isPresent: true,
  }));
}
