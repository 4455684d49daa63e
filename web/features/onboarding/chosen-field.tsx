// Several of a list, each by one press: services, amenities, tags.
import { Input } from "@mantine/core";
import { useId } from "react";
import { Chip, Chips } from "#web/ui/chip.tsx";
import styles from "#web/features/onboarding/onboarding.module.css";

interface ChosenFieldProps<T> {
  label: string;
  description?: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  error?: string | undefined;
}

export function ChosenField<T extends string | number>({
  label,
  description,
  options,
  chosen,
  onChange,
  error,
}: ChosenFieldProps<T>) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      {description && <Input.Description>{description}</Input.Description>}
      <Chips labelledBy={id} className={styles["chips"]}>
        {options.map(({ value, label: words }) => (
          <Chip
            key={value}
            label={words}
            isChosen={chosen.includes(value)}
            onPress={() =>
              onChange(chosen.includes(value) ? chosen.filter((known) => known !== value) : [...chosen, value])
            }
          />
        ))}
      </Chips>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}
