// The charge of one stay of any length with its lines, marked in the chart.
import { TextInput } from "@mantine/core";
import { formatRupees } from "#domain/money.ts";
import { computeCharge, listRatedTypes } from "#domain/tariffs/charge-table.ts";
import { describeCharge } from "#domain/tariffs/describe-charge.ts";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { formatMinutes } from "#web/ui/data/date-time.tsx";
import { useState } from "react";
import { ChargeChart, chartMinutes } from "#web/features/tariffs/charges/charge-chart.tsx";
import type { ComparedTariffs } from "#web/features/tariffs/charges/compared.ts";
import { getTypeName } from "#web/product/tariffs/type-name.ts";

const maxHours = 24 * 60;

function readCount(text: string, max: number): number {
  return /^\d{1,5}$/.test(text) ? Math.min(Number(text), max) : 0;
}

export function StayCalculator(compared: ComparedTariffs) {
  const { tariff, current, vehicleTypes, arrival, zone } = compared;
  const types = listRatedTypes(current ? [tariff, current] : [tariff]);
  const [chosen, setChosen] = useState<number | null>(null);
  const [hours, setHours] = useState("4");
  const [restMinutes, setRestMinutes] = useState("0");
  const vehicleType = types.includes(chosen) ? chosen : null;
  const minutes = readCount(hours, maxHours) * 60 + readCount(restMinutes, 59);
  const stay = { vehicleType, arrival, zone, minutes };
  const charge = computeCharge({ ...stay, tariff });
  const before = current && computeCharge({ ...stay, tariff: current });
  const isDifferent = before !== undefined && before.charge !== charge?.charge;
  return (
    <Stack gap="sm">
      {types.length > 1 && (
        <FilterChipGroup label="Vehicle type of the chart">
          {types.map((type) => (
            <FilterChip
              key={type}
              label={getTypeName({ types: vehicleTypes, vehicleType: type })}
              isChosen={type === vehicleType}
              onPress={() => setChosen(type)}
            />
          ))}
        </FilterChipGroup>
      )}
      <ChargeChart {...compared} vehicleType={vehicleType} minutes={minutes} />
      <input
        type="range"
        aria-label="Length of stay"
        aria-valuetext={`${formatMinutes(minutes)}: ${charge ? formatRupees(charge.charge) : "no price"}`}
        min={0}
        max={chartMinutes}
        step={1}
        value={Math.min(minutes, chartMinutes)}
        style={{ width: "100%", minHeight: "var(--target)", margin: 0, accentColor: "var(--ink)" }}
        onChange={(event) => {
          const total = Number(event.currentTarget.value);
          setHours(String(Math.floor(total / 60)));
          setRestMinutes(String(total % 60));
        }}
      />
      <Group role="group" aria-label="A stay of">
        <Text component="span">A stay of</Text>
        <TextInput
          aria-label="Hours"
          inputMode="numeric"
          className="figures"
          autoComplete="off"
          style={{ width: 60 }}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Text component="span">h</Text>
        <TextInput
          aria-label="Minutes"
          inputMode="numeric"
          className="figures"
          autoComplete="off"
          style={{ width: 60 }}
          value={restMinutes}
          onChange={(event) => setRestMinutes(event.currentTarget.value)}
        />
        <Text component="span">min</Text>
      </Group>
      <div role="status" aria-label="Charge of this stay">
        <Text size="lg" fw="bold" isFigures>
          {charge ? `costs ${formatRupees(charge.charge)}` : "has no price"}
        </Text>
        {isDifferent && (
          <Text c="dimmed" isFigures>
            In force now: {formatRupees(before.charge)}
          </Text>
        )}
        {charge && (
          <Text c="dimmed" isFigures>
            {describeCharge(charge.lines)}
          </Text>
        )}
      </div>
    </Stack>
  );
}
