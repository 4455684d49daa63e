// Form widget of a catalogue field, selected by the field's kind.
import { Checkbox, Textarea } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { humanize } from "#domain/text/labels.ts";
import { withHelpButton } from "#web/product/help-button.tsx";
import type { HelpTopicName } from "#web/product/help-topics.ts";
import { PlateInput } from "#web/product/vehicles/plate-input.tsx";
import { TextField, type TextFieldProps, useFormField } from "#web/ui/forms/text-field.tsx";
import { t } from "#web/languages/t.ts";

interface FormFieldProps extends TextFieldProps {
  /** Overrides the widget of the field's kind. */
  widget?: "plate" | "long-text" | undefined;
  /** Options of a choice or relation. Default: the field's allowed values. */
  options?: readonly { value: string; label: string }[] | undefined;
  /** Help topic shown beside the field. */
  help?: HelpTopicName | undefined;
}

export function FormField({ widget, options, help, ...rest }: FormFieldProps) {
  const props = help ? { ...rest, inputContainer: withHelpButton(help) } : rest;
  const { field, value, text, set, shared } = useFormField(props);
  const choices = options ?? field.allowedValues?.map((allowed) => ({ value: allowed, label: t(humanize(allowed)) }));
  if (widget === "plate") return <PlateInput {...shared} value={text} onChange={set} />;
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
      <Select
        {...shared}
        value={text}
        data={[{ value: "", label: props.placeholder ?? t("Choose…") }, ...choices]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (widget !== "long-text") return <TextField {...props} />;
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
