// The widget of a catalogue field: chosen by its kind.
import { Checkbox, NativeSelect, Textarea } from "@mantine/core";
import { inWords } from "#domain/words.ts";
import { beside } from "#web/ui/help-note.tsx";
import type { HelpName } from "#web/ui/help-words.ts";
import { PlateInput } from "#web/ui/plate-input.tsx";
import { TypedField, type TypedFieldProps, useField } from "#web/ui/typed-field.tsx";

interface FormFieldProps extends TypedFieldProps {
  /** Where the kind alone does not say it. */
  as?: "plate" | "long-text" | undefined;
  /** For a choice, or a relation: the rows one may choose from. Default: the field's own values. */
  options?: readonly { value: string; label: string }[] | undefined;
  /** What is hard about it is told beside it. */
  help?: HelpName | undefined;
}

export function FormField({ as, options, help, ...given }: FormFieldProps) {
  const props = help ? { ...given, inputContainer: beside(help) } : given;
  const { field, value, text, set, shared } = useField(props);
  const choices = options ?? field.values?.map((known) => ({ value: known, label: inWords(known) }));
  if (as === "plate") return <PlateInput {...shared} value={text} onChange={set} />;
  if (field.kind === "boolean")
    return (
      <Checkbox
        name={props.name}
        label={shared.label}
        description={props.description}
        error={shared.error}
        checked={value === true}
        onChange={(event) => set(event.currentTarget.checked)}
        size="md"
      />
    );
  if (choices)
    return (
      <NativeSelect
        {...shared}
        value={text}
        data={[{ value: "", label: props.placeholder ?? "Choose…" }, ...choices]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (as !== "long-text") return <TypedField {...props} />;
  const { placeholder, autoComplete = "off" } = props;
  const onChange = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
  return (
    <Textarea
      {...shared}
      value={text}
      placeholder={placeholder}
      autoComplete={autoComplete}
      onChange={onChange}
      autosize
      minRows={2}
      maxLength={field.max}
    />
  );
}
