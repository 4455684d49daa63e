import { roleNames, roles } from "#domain/access/roles.ts";
import { parkingStatuses } from "#domain/parking/states.ts";
import { valetStatuses } from "#domain/valet/states.ts";
import { bookingStatuses } from "#domain/pre-booking/states.ts";
import type { Sql } from "#server/db/pool.ts";
import { seedPostalPlaces } from "#server/db/seed/postal-places.ts";

/** Reference rows required by the product in every database, such as roles and statuses. */
export interface ReferenceRows {
  table: string;
  rows: readonly { [column: string]: string | number | null }[];
  /** Existing rows are not changed. */
  keepsExisting?: boolean;
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
const toNumberedRows = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));

/** Ordered by their references. Rows that the platform can edit are inserted only once. */
const referenceRows: readonly ReferenceRows[] = [
  { table: "roles", rows: roleNames.map((role) => ({ id: roles[role].id, name: roles[role].name })) },
  { table: "Parking_Status", rows: parkingStatuses },
  { table: "Valet_and_Parking_Status", rows: valetStatuses.toReversed(), keepsExisting: true },
  { table: "Pre_Booking_Status", rows: bookingStatuses.toReversed(), keepsExisting: true },
  {
    table: "Vehicle_Type",
    rows: toNumberedRows(vehicleTypes).map((row, index) => ({ ...row, icon: vehicleIcons[index]!, sort: index + 1 })),
    keepsExisting: true,
  },
  {
    table: "Tags_Category",
    rows: toNumberedRows(tags).map(({ id, name }) => ({ id, Name: name })),
    keepsExisting: true,
  },
  { table: "settings", rows: [{ id: 1, project_name: "Chaavi" }], keepsExisting: true },
  { table: "Configuration_Settings", rows: [{ id: 1, product_name: "Chaavi" }], keepsExisting: true },
];

/** Inserts or updates all reference rows; idempotent. */
export async function seedReferenceRows({ sql }: { sql: Sql }): Promise<void> {
  await sql.begin(async (tx) => {
    for (const { table, rows, keepsExisting } of referenceRows) {
      for (const row of rows) {
        if (keepsExisting) {
          await tx`insert into ${tx(table)} ${tx(row)} on conflict do nothing`;
          continue;
        }
        const { id: _, ...changes } = row;
        await tx`insert into ${tx(table)} ${tx(row)}
          on conflict (id) do update set ${tx(changes)}`;
      }
      if (typeof rows[0]!["id"] === "number")
        await tx`select setval(pg_get_serial_sequence(${`"${table}"`}, 'id'), (select max(id) from ${tx(table)}))`;
    }
  });
  await seedPostalPlaces({ sql });
}
