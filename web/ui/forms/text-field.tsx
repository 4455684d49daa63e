// Text, number, date-time or password input with the matching keyboard. Kept small, since the login page loads it.
import { PasswordInput, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Field } from "#domain/schema/collection.ts";
import { getFieldLabel, normalisePhoneNumber, requiredMessage } from "#domain/schema/fields.ts";
import * as limits from "#domain/limits.ts";
import { useFormState } from "#web/ui/forms/form.tsx";
import { t } from "#web/languages/t.ts";

export interface TextFieldProps {
  /** Name in the form's `fields`. */
  name: string;
  label?: string | undefined;
  description?: string | undefined;
  /** An example, shown as 'e.g. TN09', so that it is not taken for a value. */
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  /** Marks a field that other values make required. */
  isRequired?: boolean | undefined;
  /** Wraps the input, for example to add a button beside it. */
  inputContainer?: ((input: ReactNode) => ReactNode) | undefined;
}

function getInputMode(field: Field): "text" | "numeric" | "decimal" | "email" | "tel" {
  if (field.kind === "integer") return "numeric";
  if (field.kind === "money") return "decimal";
  if (field.label === "Email") return "email";
  if (field.max === limits.phone && field.pattern?.source === "^\\d{10}$") return "tel";
  return /^\^(\[1-9\])?\\d/.test(field.pattern?.source ?? "") ? "numeric" : "text";
}

/** What is typed or pasted, as it is stored: '+91 98400 12345', '₹1,250'. */
const cleanTyped: { readonly [keyboard in ReturnType<typeof getInputMode>]?: (typed: string) => string } = {
  tel: normalisePhoneNumber,
  decimal: (typed) => typed.replaceAll(/[₹,\s]/g, ""),
};

/** Field definition, value and shared props of a field's widget. */
export function useFormField({ name, label, description, autoFocus, isRequired, inputContainer }: TextFieldProps) {
  const { fields, values, errors, setValue, validateField } = useFormState();
  const field = fields[name];
  if (!field) throw new Error(`The form has no field '${name}'`);
  const value = values[name];
  const shownLabel = t(label ?? getFieldLabel(name, field));
  const error = errors[name];
  return {
    field,
    value,
    text: typeof value === "string" ? value : "",
    set: (typed: string | boolean) => setValue(name, typed),
    shared: {
      name,
      label: shownLabel,
      description,
      error:
        error &&
        (error === requiredMessage(name, field) ? `*${t("{label} is required", { label: shownLabel })}` : t(error)),
      required: isRequired ?? field.required === true,
      onBlur: () => validateField(name),
      autoFocus: autoFocus === true,
      ...(inputContainer ? { inputContainer } : {}),
    },
  };
}

export function TextField(props: TextFieldProps) {
  const { field, text, set, shared } = useFormField(props);
  const { placeholder, autoComplete = "off" } = props;
  const example = placeholder && field.kind !== "secret" ? t("e.g. {example}", { example: placeholder }) : placeholder;
  const inputProps = { ...shared, value: text, placeholder: example, autoComplete };
  const keyboard = getInputMode(field);
  const onChange = ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
    set(cleanTyped[keyboard]?.(value) ?? value);
  if (field.kind === "secret" && field.secret === "password")
    // PasswordInput does not set aria-invalid itself.
    return (
      <PasswordInput
        {...inputProps}
        onChange={onChange}
        aria-invalid={inputProps.error ? true : undefined}
        visibilityToggleButtonProps={{ "aria-label": t("Toggle password visibility") }}
      />
    );
  return (
    <TextInput
      {...inputProps}
      onChange={onChange}
      type={
        field.kind === "timestamp"
          ? "datetime-local"
          : keyboard === "email"
            ? "email"
            : keyboard === "tel"
              ? "tel"
              : "text"
      }
      inputMode={keyboard}
      maxLength={field.kind === "text" ? (field.max ?? 255) + 20 : undefined}
      spellCheck={keyboard === "text"}
      leftSection={field.kind === "money" ? "₹" : undefined}
      className={field.kind === "money" || field.kind === "integer" ? "figures" : undefined}
    />
  );
}
