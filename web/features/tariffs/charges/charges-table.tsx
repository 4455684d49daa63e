// What typical stays cost each vehicle type, and what they cost by the version in force.
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { formatRupees } from "#domain/money.ts";
import { computeStandardCharges, listRatedTypes, standardStays } from "#domain/tariffs/charge-table.ts";
import { DataTable, type DataTableColumn } from "#web/ui/data/data-table.tsx";
import { setVariable } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import type { ComparedTariffs } from "#web/features/tariffs/charges/compared.ts";
import { getTypeName } from "#web/product/tariffs/type-name.ts";

interface TableRow {
  label: string;
  charges: { charge: number | undefined; before: number | undefined }[];
}

export function ChargesTable({ tariff, current, vehicleTypes, arrival, zone }: ComparedTariffs) {
  const types = listRatedTypes(current ? [tariff, current] : [tariff]);
  const columnsOfTypes = types.map((vehicleType) => ({
    vehicleType,
    charges: computeStandardCharges({ tariff, vehicleType, arrival, zone }),
    before: current && computeStandardCharges({ tariff: current, vehicleType, arrival, zone }),
  }));
  const rows: TableRow[] = standardStays.map(({ label }, stay) => ({
    label,
    charges: columnsOfTypes.map(({ charges, before }) => ({ charge: charges[stay], before: before?.[stay] })),
  }));
  const columns: DataTableColumn<TableRow>[] = [
    { header: "A stay of", isRowHeader: true, cell: ({ label }) => label },
    ...types.map((vehicleType, index) =>
      createChargeColumn({
        header: getHeader({ vehicleTypes, vehicleType, isAlone: types.length === 1 }),
        index,
        isCompared: current !== undefined,
      }),
    ),
  ];
  return (
    // Wide tables scroll within; the header sticks to the page only.
    <section
      aria-label="Charges of typical stays"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      style={{ overflowX: "auto", ...setVariable("--header-height", "0px") }}
    >
      <DataTable label="Charges of typical stays" columns={columns} rows={rows} getKey={({ label }) => label} />
    </section>
  );
}

interface HeaderOptions extends Pick<ComparedTariffs, "vehicleTypes"> {
  vehicleType: number | null;
  isAlone: boolean;
}

function getHeader({ vehicleTypes, vehicleType, isAlone }: HeaderOptions): string {
  if (isAlone) return "costs";
  // Shorter than elsewhere, since columns are narrow.
  return vehicleType === null ? "All others" : getTypeName({ types: vehicleTypes, vehicleType });
}

function createChargeColumn({
  header,
  index,
  isCompared,
}: {
  header: string;
  index: number;
  isCompared: boolean;
}): DataTableColumn<TableRow> {
  return { header, align: "end", cell: ({ charges }) => <Charge {...charges[index]!} isCompared={isCompared} /> };
}

interface ChargeProps {
  charge: number | undefined;
  before: number | undefined;
  isCompared: boolean;
}

function Charge({ charge, before, isCompared }: ChargeProps) {
  const text = charge === undefined ? "No price" : formatRupees(charge);
  if (!isCompared || charge === before) return text;
  const isHigher = (charge ?? 0) > (before ?? 0);
  const Arrow = isHigher ? IconArrowUp : IconArrowDown;
  return (
    <>
      <strong>{text}</strong>
      <Text component="div" size="xs" c="dimmed">
        <Arrow size={14} aria-hidden="true" />
        <span className="visually-hidden">{isHigher ? "higher," : "lower,"}</span>{" "}
        {before === undefined ? "had no price" : `was ${formatRupees(before)}`}
      </Text>
    </>
  );
}
