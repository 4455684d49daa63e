import { TextInput } from "@mantine/core";
import { getFieldLabel } from "#domain/schema/fields.ts";
import { useFormState } from "#web/ui/forms/form.tsx";

/** A date without a time, with the browser's date picker. */
export function DayField({ name }: { name: string }) {
  const { fields, values, errors, setValue } = useFormState();
  return (
    <TextInput
      type="date"
      name={name}
      label={getFieldLabel(name, fields[name]!)}
      required={fields[name]!.required === true}
      value={String(values[name] ?? "")}
      error={errors[name]}
      onChange={(event) => setValue(name, event.currentTarget.value)}
    />
  );
}
