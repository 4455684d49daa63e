// Reads branches with the data that the rules need for entries.
import type { Row } from "#domain/schema/collection.ts";
import { anonymous, findRole, type Role, type Actor } from "#domain/access/roles.ts";
import type { SlotBlock } from "#domain/parking/slots.ts";
import type { TariffInForce } from "#domain/tariffs/copy-tariff.ts";
import type { Tx } from "#server/db/pool.ts";

export interface DemoSite {
  id: number;
  zone: string;
  state: string;
  entity: string;
  /** Branch row with its configurations, as the rules expect it. */
  branch: Row;
  /** The tariff in force for each service. */
  tariffs: { readonly [service in DemoService]: TariffInForce | null };
  blocks: readonly SlotBlock[];
  valetBlocks: readonly SlotBlock[];
  staff: readonly Actor[];
  approvers: readonly Actor[];
  /** Share of entries relative to the other sites. */
  entryShare: number;
}

type DemoService = "is_parking" | "is_valet_and_parking";

/** Reads the branches in the order of their ids; throws if one has no staff on duty. */
export async function readSites({
  tx,
  ids,
  shares,
}: {
  tx: Tx;
  ids: readonly number[];
  shares?: Map<number, number>;
}): Promise<DemoSite[]> {
  const rows = await tx<Row[]>`
    select b.*, to_jsonb(p) as parking_config, to_jsonb(v) as valet_and_parking_config from "Branch" b
    left join "Parking_Configuration" p on p.id = b.parking_config
    left join "Valet_and_Parking_Configuration" v on v.id = b.valet_and_parking_config
    where b.id = any(${ids as number[]}) order by b.id`;
  const versions = await tx<(TariffInForce & Row)[]>`
    select id, branch, service, number, tariff from "Tariff_Versions" where branch = any(${ids as number[]}) order by number`;
  const blocks = await tx<Row[]>`select * from "Slot_Blocks" where branch = any(${ids as number[]}) order by sort, id`;
  const actors = await readStaff({ tx, ids });
  return rows.map((row) => {
    const id = row["id"] as number;
    const ofBranch = <T extends Row>(list: readonly T[]) => list.filter((item) => item["branch"] === id);
    const getBlocks = (service: DemoService) =>
      ofBranch(blocks)
        .filter((block) => block["service"] === service)
        .map((block) => ({
          prefix: block["slot_prefix"] as string,
          total: block["total_slots"] as number,
          vehicleTypes: block["vehicle_types"] as number[] | null,
        }));
    const getTariff = (service: DemoService) =>
      ofBranch(versions).findLast((version) => version["service"] === service) ?? null;
    const withRole = (role: Role) => actors.filter((actor) => actor.branch === id && actor.role === role);
    const staff = withRole("staff");
    if (staff.length === 0) throw new Error(`The branch ${String(row["name"])} has no staff on duty for check-ins.`);
    return {
      id,
      zone: row["time_zone"] as string,
      state: (row["state"] as string | null) ?? "Tamil Nadu",
      entity: row["entity_type"] as string,
      branch: row,
      tariffs: { is_parking: getTariff("is_parking"), is_valet_and_parking: getTariff("is_valet_and_parking") },
      blocks: getBlocks("is_parking"),
      valetBlocks: getBlocks("is_valet_and_parking"),
      staff,
      approvers: withRole("approver"),
      entryShare: shares?.get(id) ?? 1,
    };
  });
}

interface StaffRow {
  id: string;
  first_name: string;
  role: string;
  default_company: number;
  default_branch: number;
}

async function readStaff({ tx, ids }: { tx: Tx; ids: readonly number[] }): Promise<Actor[]> {
  const rows = await tx<StaffRow[]>`
    select id, first_name, role, default_company, default_branch from users
    where default_branch = any(${ids as number[]}) and status = 'active' and in_out_flag order by email`;
  return rows.map((row) => ({
    ...anonymous,
    id: row.id,
    role: findRole(row.role),
    name: row.first_name,
    company: row.default_company,
    branch: row.default_branch,
    isActive: true,
    isPresent: true,
  }));
}
