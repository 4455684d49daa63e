import { TextInput } from "@mantine/core";
import { labelOf } from "#domain/fields.ts";
import { useFormState } from "#web/ui/form.tsx";

/** A day without a time, with the browser's own calendar. */
export function DayField({ name }: { name: string }) {
  const { fields, values, setValue } = useFormState();
  return (
    <TextInput
      type="date"
      name={name}
      label={labelOf(name, fields[name]!)}
      value={String(values[name] ?? "")}
      onChange={(event) => setValue(name, event.currentTarget.value)}
    />
  );
}
