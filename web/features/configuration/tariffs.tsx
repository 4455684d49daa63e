// Time charges (docs/rules/charges.md): a price for each vehicle type, or one for all the others.
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { TimeCharges } from "#domain/collections/branch-parts.ts";
import { tariffOf, unitMinutesOf } from "#domain/rules/charge.ts";
import { showRupees } from "#domain/rules/money.ts";
import type { Service } from "#domain/services.ts";
import { itemsQuery } from "#web/items/items.ts";
import { rowOfWire } from "#web/items/row-of-wire.ts";
import { useBranch } from "#web/items/use-session.ts";
import { FormField } from "#web/ui/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { showMinutes } from "#web/ui/time.tsx";
import { PartHeading } from "#web/features/configuration/part-heading.tsx";
import { RowSheet } from "#web/ui/row-sheet.tsx";
import styles from "#web/features/configuration/configuration.module.css";

interface Tariff {
  [field: string]: unknown;
  id?: number;
  vehicle_type?: number | null;
}
interface VehicleType {
  id: number;
  name: string;
}

const declared = TimeCharges.fields;
const fields = {
  vehicle_type: declared.vehicle_type,
  charge_amount_for_minutes: { ...declared.charge_amount_for_minutes, label: "Price", required: true },
  time_value_for_minutes: { ...declared.time_value_for_minutes, label: "For each" },
  parking_time_type: { ...declared.parking_time_type, label: "Unit" },
  min_charge_of_minutes: { ...declared.min_charge_of_minutes, label: "At least" },
};

/** '₹20.00 for each 30 min begun, at least ₹40.00' */
function priceOf(row: Tariff): string {
  const tariff = tariffOf(rowOfWire({ fields: declared, wire: row }));
  const price = `${showRupees(tariff.rate)} for each ${showMinutes(unitMinutesOf(tariff))} begun`;
  return tariff.minimum > 0 ? `${price}, at least ${showRupees(tariff.minimum)}` : price;
}

export function Tariffs({ service = "is_parking" }: { service?: Service }) {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<Tariff>();
  const { data: types = [] } = useQuery(itemsQuery<VehicleType>("Vehicle_Type", { sort: ["sort", "id"] }));
  const { data, error, refetch } = useQuery(
    itemsQuery<Tariff>("Time_Charges", {
      filter: { branch: { _eq: branch.id }, service: { _eq: service } },
      sort: ["id"],
    }),
  );
  const nameOf = (row: Tariff) => types.find((type) => type.id === row.vehicle_type)?.name ?? "Every other vehicle";
  return (
    <Card>
      <div className={styles["head"]}>
        <PartHeading edit="charges" menu={service === "is_parking" ? "parking" : "valet-parking"}>
          Time charges
        </PartHeading>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpened({ parking_time_type: "minutes", time_value_for_minutes: 30 })}
        >
          Add a price
        </Button>
      </div>
      <p className={styles["note"]}>
        Cars already inside keep their tariff: a new price is for those who come after it.
      </p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <p className={styles["soft"]}>No prices: standing here is free.</p>}
      <ul className={styles["rows"]}>
        {data?.map((row) => (
          <li key={row.id}>
            <button type="button" className={styles["open"]} onClick={() => setOpened(row)}>
              <span>{nameOf(row)}</span>
              <strong className="figures">{priceOf(row)}</strong>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <RowSheet
          collection="Time_Charges"
          title={opened.id === undefined ? "A new price" : `Price: ${nameOf(opened)}`}
          fields={fields}
          row={opened}
          belongsTo={{
            branch: branch.id,
            service,
            ...(opened.id === undefined ? opened : {}),
          }}
          onClose={() => setOpened(undefined)}
        >
          <FormField
            name="vehicle_type"
            placeholder="Every other vehicle"
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <FormField name="charge_amount_for_minutes" placeholder="20.00" />
          <div className={styles["pair"]}>
            <FormField name="time_value_for_minutes" placeholder="30" />
            <FormField name="parking_time_type" help="timeUnit" />
          </div>
          <FormField name="min_charge_of_minutes" placeholder="0.00" help="minimumCharge" />
        </RowSheet>
      )}
    </Card>
  );
}
