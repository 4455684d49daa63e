// Plans of a tariff, each with the rates of vehicle types. Most tariffs have the standard plan only.
import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Card } from "#web/ui/page.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { addVehicleType, maxParts, removeAt, renamePlan, replaceAt } from "#web/features/tariffs/draft/change-draft.ts";
import { AddButtons, NameControl, Part, Word } from "#web/features/tariffs/form/controls.tsx";
import type { RatesDraft, TariffDraft } from "#web/features/tariffs/draft/draft.ts";
import { useVehicleTypes } from "#web/features/tariffs/form/editor-context.tsx";
import { RatesForm } from "#web/features/tariffs/form/rates-form.tsx";
import { getTypeName } from "#web/product/tariffs/type-name.ts";

interface DraftFormProps {
  draft: TariffDraft;
  onChange: (draft: TariffDraft) => void;
}

export function PlansForm({ draft, onChange }: DraftFormProps) {
  const { plans } = draft;
  const hasPlans = plans.length > 1;
  return plans.map((plan, index) => (
    <Stack key={index} component="section" aria-label={hasPlans ? `Plan ${plan.name}` : "Rates"}>
      {hasPlans && (
        <Part
          name={`Plan ${index + 1}`}
          path={["plans", index, "name"]}
          onRemove={index > 0 ? () => onChange({ ...draft, plans: removeAt(plans, index) }) : undefined}
        >
          <Word>{index === 0 ? "Standard plan" : "Plan"}</Word>
          <NameControl
            label="Name of the plan"
            path={["plans", index, "name"]}
            value={plan.name}
            onChange={(name) => onChange(renamePlan({ draft, index, name }))}
          />
        </Part>
      )}
      <PlanRates
        planIndex={index}
        rates={plan.rates}
        onChange={(rates) => onChange({ ...draft, plans: replaceAt(plans, index, { ...plan, rates }) })}
      />
    </Stack>
  ));
}

interface PlanRatesProps {
  planIndex: number;
  rates: RatesDraft[];
  onChange: (rates: RatesDraft[]) => void;
}

function PlanRates({ planIndex, rates, onChange }: PlanRatesProps) {
  const types = useVehicleTypes();
  const hasOthers = rates.some(({ vehicle_type }) => vehicle_type === null);
  const missing = types.filter(({ id }) => !rates.some(({ vehicle_type }) => vehicle_type === id));
  const options = [
    ...(hasOthers ? [] : [{ key: "others", label: "All other vehicles" }]),
    ...missing.map(({ id, name }) => ({ key: String(id), label: name ?? `Type ${id}` })),
  ];
  const add = (key: string): void => {
    if (key !== "others") return onChange(addVehicleType(rates, Number(key)));
    const model = rates[0];
    if (model) onChange([...rates, { ...model, vehicle_type: null }]);
  };
  return (
    <>
      {rates.map((row, index) => {
        const name =
          row.vehicle_type === null && rates.length === 1
            ? "All vehicles"
            : getTypeName({ types, vehicleType: row.vehicle_type });
        return (
          <Card
            key={row.vehicle_type}
            role="group"
            aria-label={name}
            title={name}
            actions={
              rates.length > 1 && (
                <Button
                  variant="default"
                  leftSection={<IconTrash size={18} aria-hidden="true" />}
                  onClick={() => onChange(removeAt(rates, index))}
                >
                  Remove {name}
                </Button>
              )
            }
          >
            <RatesForm
              path={["plans", planIndex, "rates", index]}
              rates={row}
              onChange={(changed) => onChange(replaceAt(rates, index, changed))}
            />
          </Card>
        );
      })}
      {!hasOthers && <Text c="dimmed">Vehicles of other types cannot enter without a price.</Text>}
      {rates.length < maxParts.rates && (
        <Group>
          <AddButtons label="Another price for:" options={options} onAdd={add} />
        </Group>
      )}
    </>
  );
}
