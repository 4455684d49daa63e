// Prices of passes per day, week, month and year.
import type { PassPrice, TariffVersion } from "#domain/tariffs/tariff.ts";
import { removeAt, replaceAt } from "#web/features/tariffs/draft/change-draft.ts";
import { AmountControl, ChoiceControl, Part, Word } from "#web/features/tariffs/form/controls.tsx";
import type { PassDraft } from "#web/features/tariffs/draft/draft.ts";
import { useVehicleTypes } from "#web/features/tariffs/form/editor-context.tsx";

type Proration = TariffVersion["pass_proration"];

const periods: readonly { value: PassPrice["per"]; label: string }[] = [
  { value: "day", label: "per day" },
  { value: "week", label: "per week" },
  { value: "month", label: "per month (30 days)" },
  { value: "year", label: "per year (365 days)" },
];
const prorations: readonly { value: Proration; label: string }[] = [
  { value: "none", label: "costs a whole period" },
  { value: "daily", label: "costs its days" },
];

interface PassPartsProps {
  passes: PassDraft[];
  proration: Proration;
  onChange: (passes: PassDraft[]) => void;
  onChangeProration: (proration: Proration) => void;
}

export function PassParts({ passes, proration, onChange, onChangeProration }: PassPartsProps) {
  const types = useVehicleTypes();
  const typeOptions = [
    { value: "", label: "all other vehicles" },
    ...types.map(({ id, name }) => ({ value: String(id), label: name ?? `Type ${id}` })),
  ];
  if (passes.length === 0) return null;
  return (
    <>
      {passes.map((price, index) => {
        const path = ["passes", index];
        const set = (changes: Partial<PassDraft>) => onChange(replaceAt(passes, index, { ...price, ...changes }));
        return (
          <Part
            key={index}
            name={`Pass price ${index + 1}`}
            path={path}
            onRemove={() => onChange(removeAt(passes, index))}
          >
            <Word>A pass for</Word>
            <ChoiceControl
              label="Vehicle type"
              path={[...path, "vehicle_type"]}
              value={price.vehicle_type === null ? "" : String(price.vehicle_type)}
              options={typeOptions}
              onChange={(type) => set({ vehicle_type: type === "" ? null : Number(type) })}
            />
            <Word>costs</Word>
            <AmountControl
              label="Price of the pass"
              path={[...path, "amount"]}
              value={price.amount}
              onChange={(amount) => set({ amount })}
            />
            <ChoiceControl
              label="Period"
              path={[...path, "per"]}
              value={price.per}
              options={periods}
              onChange={(per) => set({ per })}
            />
          </Part>
        );
      })}
      <Part name="Part of a period" path={["pass_proration"]}>
        <Word>A part of a period</Word>
        <ChoiceControl
          label="A part of a period"
          path={["pass_proration"]}
          value={proration}
          options={prorations}
          onChange={onChangeProration}
        />
      </Part>
    </>
  );
}
