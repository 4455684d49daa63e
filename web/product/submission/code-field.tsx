// A code of capital letters and digits, such as a GSTIN: letters become capitals while they are typed.
import { TextInput } from "@mantine/core";
import type { TextFieldProps } from "#web/ui/forms/text-field.tsx";
import { useFormField } from "#web/ui/forms/text-field.tsx";

export function CodeField(props: TextFieldProps) {
  const { field, text, set, shared } = useFormField(props);
  return (
    <TextInput
      {...shared}
      value={text}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={(field.max ?? 255) + 20}
      onChange={({ currentTarget: input }) => {
        const cursor = input.selectionStart;
        // Set here, since a value set by the form would move the cursor to the end.
        input.value = input.value.toUpperCase();
        input.setSelectionRange(cursor, cursor);
        set(input.value);
      }}
    />
  );
}
