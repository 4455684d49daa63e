// The widget of a catalogue field: chosen by its kind, with the keyboard that fits.
import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from "@mantine/core";
import type { Field } from "#domain/collection.ts";
import { labelOf } from "#domain/fields.ts";
import { limits } from "#domain/limits.ts";
import { PlateInput } from "#web/ui/plate-input.tsx";
import { useFormState } from "#web/ui/form.tsx";

interface FormFieldProps {
  /** A name of the form's `fields`. */
  name: string;
  /** Where the kind alone does not say it. */
  as?: "plate" | "long-text" | undefined;
  /** For a choice, or a relation: the rows one may choose from. Default: the field's own values. */
  options?: readonly { value: string; label: string }[] | undefined;
  label?: string | undefined;
  description?: string | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  autoFocus?: boolean | undefined;
}

function keyboardOf(field: Field): "text" | "numeric" | "decimal" | "email" | "tel" {
  if (field.kind === "integer") return "numeric";
  if (field.kind === "money") return "decimal";
  if (field.label === "Email") return "email";
  if (field.max === limits.phone && field.pattern?.source === "^\\d{10}$") return "tel";
  return /^\^(\[1-9\])?\\d/.test(field.pattern?.source ?? "") ? "numeric" : "text";
}

function inWords(value: string): string {
  const words = value.replace(/[_-]+/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function FormField({
  name,
  as,
  options,
  label,
  description,
  placeholder,
  autoComplete,
  autoFocus,
}: FormFieldProps) {
  const { fields, values, errors, setValue, check } = useFormState();
  const field = fields[name];
  if (!field) throw new Error(`The form has no field '${name}'`);
  const value = values[name];
  const text = typeof value === "string" ? value : "";
  const shared = {
    name,
    label: label ?? labelOf(name, field),
    description,
    error: errors[name],
    required: field.required === true,
    onBlur: () => check(name),
    autoFocus: autoFocus === true,
  };
  const typed = { ...shared, value: text, placeholder, autoComplete: autoComplete ?? "off" };
  const choices = options ?? field.values?.map((known) => ({ value: known, label: inWords(known) }));

  if (as === "plate") return <PlateInput {...shared} value={text} onChange={(plate) => setValue(name, plate)} />;
  if (field.kind === "boolean")
    return (
      <Checkbox
        name={name}
        label={shared.label}
        description={description}
        error={shared.error}
        checked={value === true}
        onChange={(event) => setValue(name, event.currentTarget.checked)}
        size="md"
      />
    );
  if (choices)
    return (
      <NativeSelect
        {...shared}
        value={text}
        data={[{ value: "", label: placeholder ?? "Choose…" }, ...choices]}
        onChange={(event) => setValue(name, event.currentTarget.value)}
      />
    );
  const onChange = (event: { currentTarget: { value: string } }) => setValue(name, event.currentTarget.value);
  if (field.kind === "secret" && field.secret === "password")
    // Alone of all inputs this one does not say by itself that it is wrong.
    return <PasswordInput {...typed} onChange={onChange} aria-invalid={typed.error ? true : undefined} />;
  if (as === "long-text") return <Textarea {...typed} onChange={onChange} autosize minRows={2} maxLength={field.max} />;
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
