// Radio group shown as adjacent buttons, for a few options.
import { Input } from "@mantine/core";
import { useId } from "react";
import { useFormState } from "#web/ui/forms/form.tsx";
import { ChoiceCard } from "#web/ui/choice-card.tsx";
import { Group } from "#web/ui/layout.tsx";
import { t } from "#web/languages/t.ts";

interface SegmentedRadioProps {
  /** Name of a text field of the form. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

export function SegmentedRadio({ name, label, options }: SegmentedRadioProps) {
  const id = useId();
  const { values, errors, setValue } = useFormState();
  const error = errors[name];
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {t(label)}
      </Input.Label>
      <Group role="radiogroup" aria-labelledby={id}>
        {options.map((option) => (
          <ChoiceCard key={option.value} style={{ flex: "1 1 auto" }}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={option.value}
              checked={values[name] === option.value}
              onChange={() => setValue(name, option.value)}
            />
            {t(option.label)}
          </ChoiceCard>
        ))}
      </Group>
      {error && <Input.Error role="alert">{t(error)}</Input.Error>}
    </div>
  );
}
