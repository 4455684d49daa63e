// A choice of few as buttons side by side: one press, all of them seen.
import { Input } from "@mantine/core";
import { useId } from "react";
import { useFormState } from "#web/ui/form.tsx";
import styles from "#web/ui/choices.module.css";

interface ChoicesProps {
  /** A text field of the form. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

export function Choices({ name, label, options }: ChoicesProps) {
  const id = useId();
  const { values, errors, setValue } = useFormState();
  const error = errors[name];
  return (
    <div>
      <Input.Label id={id} labelElement="div">
        {label}
      </Input.Label>
      <div role="radiogroup" aria-labelledby={id} className={styles["choices"]}>
        {options.map((option) => (
          <label key={option.value} className={styles["choice"]}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              value={option.value}
              checked={values[name] === option.value}
              onChange={() => setValue(name, option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </div>
  );
}
