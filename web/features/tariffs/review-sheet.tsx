// Before a version is saved: how it differs from the one in force, what last month would have earned, and when it starts.
import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import type { ServiceName } from "#domain/branches/services.ts";
import { compareTariffs, describeTariff } from "#domain/tariffs/describe-tariff.ts";
import type { TariffVersion } from "#domain/tariffs/tariff.ts";
import { ChoiceCard } from "#web/ui/choice-card.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import { formatLocalDateTime, parseLocalDateTime } from "#web/ui/forms/local-date-time.ts";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { Card } from "#web/ui/page.tsx";
import { Text } from "#web/ui/text.tsx";
import { Repriced } from "#web/features/tariffs/charges/repriced.tsx";
import { TariffChanges, TariffSentences } from "#web/product/tariffs/tariff-sentences.tsx";
import { getTypeName } from "#web/product/tariffs/type-name.ts";

interface ReviewSheetProps {
  service: ServiceName;
  tariff: TariffVersion;
  current: TariffVersion | undefined;
  vehicleTypes: readonly { id: number; name: string | null }[];
  zone: string;
  /** `startsAt` is undefined to start now. */
  onSave: (startsAt: Date | undefined) => Promise<void>;
  onClose: () => void;
}

const dayMs = 86_400_000;

export function ReviewSheet({ service, tariff, current, vehicleTypes, zone, onSave, onClose }: ReviewSheetProps) {
  const id = useId();
  const [isScheduled, setIsScheduled] = useState(false);
  const [startText, setStartText] = useState(
    () => `${formatLocalDateTime({ at: new Date(Date.now() + dayMs), zone }).slice(0, 10)}T00:00`,
  );
  const getName = (vehicleType: number): string => getTypeName({ types: vehicleTypes, vehicleType });
  const startsAt = isScheduled ? parseLocalDateTime({ value: startText, zone }) : undefined;
  const startProblem = isScheduled ? findStartProblem(startsAt) : undefined;
  return (
    <Sheet isOpen title="Review and start" onClose={onClose}>
      <Stack>
        <Card title={current ? "What changes" : "The tariff"} padding="md">
          {current ? (
            <TariffChanges changes={compareTariffs({ before: current, after: tariff, getTypeName: getName })} />
          ) : (
            <TariffSentences sections={describeTariff({ tariff, getTypeName: getName })} />
          )}
        </Card>
        <Card title="Last month re-priced" padding="md">
          <Repriced service={service} tariff={tariff} />
        </Card>
        <Stack gap="xs">
          <Text id={id} component="div" fw="bold">
            Starts
          </Text>
          <Group role="radiogroup" aria-labelledby={id}>
            {[
              { label: "Now", scheduled: false },
              { label: "At a date and time", scheduled: true },
            ].map(({ label, scheduled }) => (
              <ChoiceCard key={label} style={{ flex: "1 1 auto" }}>
                <input
                  type="radio"
                  name="start"
                  className="visually-hidden"
                  checked={isScheduled === scheduled}
                  onChange={() => setIsScheduled(scheduled)}
                />
                {label}
              </ChoiceCard>
            ))}
          </Group>
          {isScheduled && (
            <TextInput
              type="datetime-local"
              label="Date and time"
              description={`Local time of the branch (${zone})`}
              value={startText}
              error={startProblem}
              onChange={(event) => setStartText(event.currentTarget.value)}
            />
          )}
          <Text c="dimmed">Vehicles that are inside then keep the tariff of their arrival.</Text>
        </Stack>
        <AsyncButton color="marigold" size="xl" disabled={startProblem !== undefined} onPress={() => onSave(startsAt)}>
          {isScheduled ? "Schedule tariff" : "Start tariff now"}
        </AsyncButton>
      </Stack>
    </Sheet>
  );
}

function findStartProblem(startsAt: Date | undefined): string | undefined {
  if (!startsAt) return "Choose a date and time.";
  return startsAt.getTime() <= Date.now() ? "Choose a time in the future, or start the tariff now." : undefined;
}
