// Input of a vehicle number: large, upper case, letters and digits only.
import { Input } from "@mantine/core";
import { useId } from "react";
import type { Ref } from "react";
import styles from "#web/product/vehicles/plate-input.module.css";

interface PlateInputProps {
  label: string;
  value: string;
  onChange: (plate: string) => void;
  onBlur?: (() => void) | undefined;
  error?: string | undefined;
  description?: string | undefined;
  required?: boolean | undefined;
  autoFocus?: boolean | undefined;
  name?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

export function PlateInput({
  label,
  value,
  onChange,
  error,
  description,
  required,
  inputRef,
  ...input
}: PlateInputProps) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      description={description}
      withAsterisk={required ?? false}
      size="md"
    >
      <div className={`${styles["frame"]} ${error ? styles["invalid"] : ""}`}>
        <span className={styles["strip"]} aria-hidden="true">
          IND
        </span>
        <input
          {...input}
          ref={inputRef}
          id={id}
          className={styles["input"]}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.replace(/[^a-z0-9]/gi, "").toUpperCase())}
          maxLength={20}
          placeholder="TN09AB1234"
          inputMode="text"
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          required={required}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
      </div>
    </Input.Wrapper>
  );
}
