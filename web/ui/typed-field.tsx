// The widget of a field one types into: text, number, moment or password, with the keyboard that fits. Light enough for the log-in.
import { PasswordInput, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { Field } from "#domain/collection.ts";
import { labelOf } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { useFormState } from "#web/ui/form.tsx";

export interface TypedFieldProps {
  /** A name of the form's `fields`. */
  name: string;
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
  /** Puts something beside the input. */
  inputContainer?: ((input: ReactNode) => ReactNode) | undefined;
}

function keyboardOf(field: Field): "text" | "numeric" | "decimal" | "email" | "tel" {
  if (field.kind === "integer") return "numeric";
  if (field.kind === "money") return "decimal";
  if (field.label === "Email") return "email";
  if (field.max === limits.phone && field.pattern?.source === "^\\d{10}$") return "tel";
  return /^\^(\[1-9\])?\\d/.test(field.pattern?.source ?? "") ? "numeric" : "text";
}

/** What every widget of a field is told, and the field itself. */
export function useField({ name, label, description, autoFocus, inputContainer }: TypedFieldProps) {
  const { fields, values, errors, setValue, check } = useFormState();
  const field = fields[name];
  if (!field) throw new Error(`The form has no field '${name}'`);
  const value = values[name];
  return {
    field,
    value,
    text: typeof value === "string" ? value : "",
    set: (typed: string | boolean) => setValue(name, typed),
    shared: {
      name,
      label: label ?? labelOf(name, field),
      description,
      error: errors[name],
      required: field.required === true,
      onBlur: () => check(name),
      autoFocus: autoFocus === true,
      ...(inputContainer ? { inputContainer } : {}),
    },
  };
}

export function TypedField(props: TypedFieldProps) {
  const { field, text, set, shared } = useField(props);
  const { placeholder, autoComplete = "off" } = props;
  const typed = { ...shared, value: text, placeholder, autoComplete };
  const onChange = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
  if (field.kind === "secret" && field.secret === "password")
    // Alone of all inputs this one does not say by itself that it is wrong.
    return <PasswordInput {...typed} onChange={onChange} aria-invalid={typed.error ? true : undefined} />;
  const keyboard = keyboardOf(field);
  return (
    <TextInput
      {...typed}
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
