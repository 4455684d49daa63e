import type { Json } from "#domain/collection.ts";
import { roleNames, roles } from "#domain/roles.ts";
import { parkingStatuses } from "#domain/states/parking.ts";
import { valetStatuses } from "#domain/states/valet.ts";
import type { Sql } from "#server/db/pool.ts";

/** Rows that the product itself needs, the same in every database: roles, statuses. */
export interface Reference {
  table: string;
  rows: readonly { [column: string]: Json }[];
  /** Left as it is where it stands already. */
  isKept?: boolean;
}

const vehicleTypes = [
  "Two wheeler",
  "Hatchback",
  "Sedan",
  "SUV",
  "Auto rickshaw",
  "Electric car",
  "Van",
  "Bus",
  "Truck",
];
const vehicleIcons = ["motorbike", "car", "car", "car-suv", "auto", "car-electric", "van", "bus", "truck"];
const tags = [
  "Covered",
  "Valet",
  "CCTV",
  "EV charging",
  "Open 24 hours",
  "Wheelchair access",
  "Near metro",
  "Hospital",
  "Mall",
  "Restaurant",
];
const numbered = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));

/** In the order in which they point to each other. What the platform may edit later is only put in once. */
const references: readonly Reference[] = [
  { table: "roles", rows: roleNames.map((role) => ({ id: roles[role].id, name: roles[role].name })) },
  { table: "Parking_Status", rows: parkingStatuses },
  { table: "Valet_and_Parking_Status", rows: valetStatuses.toReversed(), isKept: true },
  {
    table: "Vehicle_Type",
    rows: numbered(vehicleTypes).map((row, index) => ({ ...row, icon: vehicleIcons[index]!, sort: index + 1 })),
    isKept: true,
  },
  { table: "Tags_Category", rows: numbered(tags).map(({ id, name }) => ({ id, Name: name })), isKept: true },
  { table: "settings", rows: [{ id: 1, project_name: "Chaavi" }], isKept: true },
  { table: "Configuration_Settings", rows: [{ id: 1, product_name: "Chaavi" }], isKept: true },
];

/** Puts every reference row in, or brings it back to what it should be; may be repeated at will. */
export async function seedReference({ sql }: { sql: Sql }): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { table, rows, isKept } of references) {
      for (const row of rows) {
        if (isKept) {
          await tx`insert into ${tx(table)} ${tx(row as { [column: string]: string })} on conflict do nothing`;
          continue;
        }
        const { id: _, ...changes } = row;
        await tx`insert into ${tx(table)} ${tx(row as { [column: string]: string })}
          on conflict (id) do update set ${tx(changes as { [column: string]: string })}`;
      }
      if (typeof rows[0]!["id"] === "number")
        await tx`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select max(id) from ${tx(table)}))`;
    }
  });
}
