// The charges of a version beside the form that edits it: table, chart and one stay of any length.
import { TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import { fromDateParts, toDateParts } from "#domain/dates.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Card } from "#web/ui/page.tsx";
import { Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { ChargesTable } from "#web/features/tariffs/charges/charges-table.tsx";
import { StayCalculator } from "#web/features/tariffs/charges/stay-calculator.tsx";

/** 10:00 on the next Wednesday, an ordinary day for most tariffs. */
function getUsualArrival({ now, zone }: { now: Date; zone: string }): Date {
  const parts = toDateParts({ at: now, zone });
  const weekday = new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).getUTCDay();
  const daysUntilWednesday = (3 - weekday + 7) % 7 || 7;
  return fromDateParts({
    parts: { ...parts, day: parts.day + daysUntilWednesday, hour: 10, minute: 0, second: 0 },
    zone,
  });
}

interface ChargesPanelProps {
  tariff: TariffVersion;
  current: TariffVersion | undefined;
  vehicleTypes: readonly { id: number; name: string | null }[];
  zone: string;
  /** The form has values that cannot be read: the charges are those of the last ones that could. */
  isOutdated: boolean;
}

/** Stays in view while the longer form scrolls. */
const stickyStyle = {
  position: "sticky",
  top: "var(--header-height)",
  maxHeight: "calc(100vh - var(--header-height))",
  overflowY: "auto",
} as const;

/** Whether the window has room for the charges beside the form; otherwise they are below it. */
export function useIsBesideForm(): boolean {
  return useMediaQuery("(min-width: 1024px)", false, { getInitialValueInEffect: false });
}

export function ChargesPanel({ tariff, current, vehicleTypes, zone, isOutdated }: ChargesPanelProps) {
  const [usualArrival] = useState(() => getUsualArrival({ now: new Date(), zone }));
  const [arrivalText, setArrivalText] = useState(() => formatLocalDateTime({ at: usualArrival, zone }).slice(0, 16));
  const arrival = parseLocalDateTime({ value: arrivalText, zone }) ?? usualArrival;
  const compared = { tariff, current, vehicleTypes, arrival, zone };
  const isBesideForm = useIsBesideForm();
  return (
    <Stack style={isBesideForm ? stickyStyle : undefined}>
      <Card title="Charges">
        {isOutdated && <Text c="red">Correct what is marked to update these charges.</Text>}
        <TextInput
          type="datetime-local"
          label="Arrival"
          description="Weekends, events and nights depend on it"
          value={arrivalText}
          onChange={(event) => setArrivalText(event.currentTarget.value)}
        />
        <ChargesTable {...compared} />
      </Card>
      <Card title="Charge over time">
        <StayCalculator {...compared} />
      </Card>
    </Stack>
  );
}
