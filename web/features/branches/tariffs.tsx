// Tariffs (docs/rules/charges.md): one per vehicle type and one for all other types.
import type { WireRow } from "#domain/schema/registry.ts";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { TimeCharges } from "#domain/branches/branch-configuration.collection.ts";
import { toTariff, getUnitMinutes, type TimeUnit } from "#domain/payments/charge.ts";
import { formatRate } from "#domain/money.ts";
import type { ServiceName } from "#domain/branches/services.ts";
import { itemsQuery } from "#web/api/items.ts";
import { decodeRow } from "#web/api/decode-row.ts";
import { useBranch } from "#web/api/use-session.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { FormField } from "#web/product/forms/form-field.tsx";
import { Card } from "#web/ui/page.tsx";
import { ErrorState, SkeletonRows } from "#web/ui/states.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { SectionLink } from "#web/features/branches/section-link.tsx";
import { ItemSheet } from "#web/product/item-sheet.tsx";
import { Text } from "#web/ui/text.tsx";
import { Row, RowButton, RowList } from "#web/ui/data/row-list.tsx";

/** A row of the list, or the values of a new one. */
type EditedTariff = Partial<WireRow<"Time_Charges">>;

const tariffFields = TimeCharges.fields;
const fields = {
  vehicle_type: tariffFields.vehicle_type,
  charge_amount_for_minutes: { ...tariffFields.charge_amount_for_minutes, label: "Rate", required: true },
  parking_time_type: { ...tariffFields.parking_time_type, label: "Charged per" },
  time_value_for_minutes: { ...tariffFields.time_value_for_minutes, label: "Minutes" },
  min_charge_of_minutes: { ...tariffFields.min_charge_of_minutes, label: "Minimum charge" },
};

const timeUnitOptions: readonly { value: TimeUnit; label: string }[] = [
  { value: "minutes", label: "Number of minutes" },
  { value: "hours", label: "Hour" },
  { value: "days", label: "Day" },
  { value: "month", label: "Month (30 days)" },
  { value: "year", label: "Year (365 days)" },
];

/** The number of minutes applies to that unit only (docs/rules/charges.md). */
function TimeUnitFields() {
  const { values } = useFormState();
  return (
    <>
      <FormField name="parking_time_type" options={timeUnitOptions} help="timeUnit" />
      {(values["parking_time_type"] === "minutes" || !values["parking_time_type"]) && (
        <FormField name="time_value_for_minutes" placeholder="30" description="120 for each 2 hours" />
      )}
    </>
  );
}

/** '₹20 per 30 min or part, minimum ₹40' */
function formatTariff(row: EditedTariff): string {
  const tariff = toTariff(decodeRow({ fields: tariffFields, wire: row }));
  const rate = `${formatRate(tariff.rate)} per ${formatMinutes(getUnitMinutes(tariff))} or part`;
  return tariff.minimum > 0 ? `${rate}, minimum ${formatRate(tariff.minimum)}` : rate;
}

export function TariffsSection({ service = "is_parking" }: { service?: ServiceName }) {
  const { branch } = useBranch();
  const [opened, setOpened] = useState<EditedTariff>();
  const { data: types = [] } = useQuery(itemsQuery("Vehicle_Type", { sort: ["sort", "id"] }));
  const { data, error, refetch } = useQuery(
    itemsQuery("Time_Charges", {
      filter: { branch: { _eq: branch.id }, service: { _eq: service } },
      sort: ["id"],
    }),
  );
  const getTypeName = (row: EditedTariff) =>
    types.find((type) => type.id === row.vehicle_type)?.name ?? "All other vehicles";
  return (
    <Card
      title={
        <SectionLink edit="charges" menu={service === "is_parking" ? "parking" : "valet-parking"}>
          Parking tariff
        </SectionLink>
      }
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          onClick={() => setOpened({ parking_time_type: "minutes", time_value_for_minutes: 30 })}
        >
          Add tariff
        </Button>
      }
    >
      <Text c="dimmed">
        A new tariff applies to vehicles that check in from now on. Vehicles already inside keep theirs.
      </Text>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.length === 0 && <Text c="dimmed">No tariff yet: parking is free until you add one.</Text>}
      <RowList isFramed={false}>
        {data?.map((row) => (
          <Row key={row.id}>
            <RowButton onPress={() => setOpened(row)}>{getTypeName(row)}</RowButton>
            <Text isFigures>{formatTariff(row)}</Text>
          </Row>
        ))}
      </RowList>
      {opened && (
        <ItemSheet
          collection="Time_Charges"
          title={opened.id === undefined ? "New tariff" : `Tariff: ${getTypeName(opened)}`}
          fields={fields}
          row={opened}
          defaults={{
            branch: branch.id,
            service,
            ...(opened.id === undefined ? opened : {}),
          }}
          onClose={() => setOpened(undefined)}
        >
          <FormField
            name="vehicle_type"
            placeholder="All other vehicles"
            options={types.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <FormField name="charge_amount_for_minutes" placeholder="20.00" />
          <TimeUnitFields />
          <FormField name="min_charge_of_minutes" placeholder="0.00" help="minimumCharge" />
        </ItemSheet>
      )}
    </Card>
  );
}
