// Multiple choice by chips: services, amenities, tags.
import { Input } from "@mantine/core";
import { useId } from "react";
import { FilterChip, FilterChipGroup } from "#web/ui/filters/filter-chip.tsx";
import { Stack } from "#web/ui/layout.tsx";

interface MultiSelectFieldProps<T> {
  label: string;
  description?: string;
  options: readonly { value: T; label: string }[];
  selected: readonly T[];
  onChange: (selected: T[]) => void;
  error?: string | undefined;
}

export function MultiSelectField<T extends string | number>({
  label,
  description,
  options,
  selected,
  onChange,
  error,
}: MultiSelectFieldProps<T>) {
  const id = useId();
  return (
    <Stack gap="xs">
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      {description && <Input.Description>{description}</Input.Description>}
      <FilterChipGroup labelledBy={id}>
        {options.map(({ value, label: optionLabel }) => (
          <FilterChip
            key={value}
            label={optionLabel}
            isChosen={selected.includes(value)}
            onPress={() =>
              onChange(selected.includes(value) ? selected.filter((other) => other !== value) : [...selected, value])
            }
          />
        ))}
      </FilterChipGroup>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}
