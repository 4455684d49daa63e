// Controls within the sentences of the editor: amounts in rupees, durations, times and choices.
import { Button, TextInput } from "@mantine/core";
import { Select } from "#web/ui/forms/select.tsx";
import { IconAlertCircle, IconPlus, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { Text } from "#web/ui/text.tsx";
import { durationUnits, type DurationDraft, type DurationUnit } from "#web/features/tariffs/draft/draft.ts";
import { PartProvider, useControlProblem, usePartProblems } from "#web/features/tariffs/form/editor-context.tsx";
import type { Path } from "#web/features/tariffs/draft/read-draft.ts";

interface ControlProps<T> {
  /** Accessible name; the sentence around the control says the same to those who see it. */
  label: string;
  path: Path;
  value: T;
  onChange: (value: T) => void;
}

const widths = { amount: 116, number: 72, unit: 112, time: 124, date: 168, name: 220 };

export function AmountControl({ label, path, value, onChange }: ControlProps<string>) {
  const problem = useControlProblem(path);
  return (
    <TextInput
      {...problem}
      aria-label={`${label} in rupees`}
      inputMode="decimal"
      className="figures"
      leftSection="₹"
      autoComplete="off"
      style={{ width: widths.amount }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function NumberControl({
  label,
  path,
  value,
  onChange,
  isDecimal = false,
}: ControlProps<string> & { isDecimal?: boolean }) {
  const problem = useControlProblem(path);
  return (
    <TextInput
      {...problem}
      aria-label={label}
      inputMode={isDecimal ? "decimal" : "numeric"}
      className="figures"
      autoComplete="off"
      style={{ width: widths.number }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const isUnit = (value: string): value is DurationUnit => durationUnits.some((unit) => unit === value);

export function DurationControl({ label, path, value, onChange }: ControlProps<DurationDraft>) {
  const isOne = value.count.trim() === "1";
  const names: { [unit in DurationUnit]: string } = isOne
    ? { minutes: "minute", hours: "hour", days: "day (24 h)" }
    : { minutes: "minutes", hours: "hours", days: "days" };
  return (
    <Group gap="2xs" wrap="nowrap">
      <NumberControl
        label={label}
        path={path}
        value={value.count}
        onChange={(count) => onChange({ ...value, count })}
      />
      <Select
        aria-label={`${label}: unit`}
        style={{ width: widths.unit }}
        value={value.unit}
        data={durationUnits.map((unit) => ({ value: unit, label: names[unit] }))}
        onChange={({ currentTarget }) =>
          isUnit(currentTarget.value) && onChange({ ...value, unit: currentTarget.value })
        }
      />
    </Group>
  );
}

interface ChoiceControlProps<T extends string> {
  label: string;
  path: Path;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function ChoiceControl<T extends string>({ label, path, value, options, onChange }: ChoiceControlProps<T>) {
  const problem = useControlProblem(path);
  return (
    <Select
      {...problem}
      aria-label={label}
      style={{ maxWidth: "100%" }}
      value={value}
      data={options.map((option) => ({ ...option }))}
      onChange={({ currentTarget }) => {
        const chosen = options.find((option) => option.value === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

export function TimeControl({ label, path, value, onChange }: ControlProps<string>) {
  const problem = useControlProblem(path);
  return (
    <TextInput
      {...problem}
      type="time"
      aria-label={label}
      className="figures"
      style={{ width: widths.time }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function DateControl({ label, path, value, onChange }: ControlProps<string>) {
  const problem = useControlProblem(path);
  return (
    <TextInput
      {...problem}
      type="date"
      aria-label={label}
      className="figures"
      style={{ width: widths.date }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

export function NameControl({ label, path, value, onChange }: ControlProps<string>) {
  const problem = useControlProblem(path);
  return (
    <TextInput
      {...problem}
      aria-label={label}
      autoComplete="off"
      maxLength={80}
      style={{ width: widths.name, maxWidth: "100%" }}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A word of the sentence between controls. */
export function Word({ children }: { children: ReactNode }) {
  return <Text component="span">{children}</Text>;
}

interface PartProps {
  /** Accessible name, such as 'Line 2'. */
  name: string;
  path: Path;
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

/** One sentence of the editor with its problems, and a button that removes it. */
export function Part({ name, path, onRemove, children }: PartProps) {
  const id = useId();
  const problems = usePartProblems(path);
  return (
    <PartProvider value={id}>
      <Stack
        gap="2xs"
        role="group"
        aria-label={name}
        style={{ borderTop: "1px solid var(--line)", paddingTop: "var(--space-xs)" }}
      >
        <Group wrap="nowrap" align="start" justify="space-between" gap="2xs">
          <Group gap="xs" style={{ minWidth: 0 }}>
            {children}
          </Group>
          {onRemove && <IconButton label={`Remove: ${name}`} icon={IconTrash} iconSize={20} onPress={onRemove} />}
        </Group>
        <Problems id={id} texts={problems} />
      </Stack>
    </PartProvider>
  );
}

export function Problems({ id, texts }: { id: string; texts: readonly string[] }) {
  return (
    <div id={id} role="status">
      {texts.map((text) => (
        <Group key={text} gap="2xs" wrap="nowrap" align="start" style={{ color: "var(--red-ink)" }}>
          <IconAlertCircle size={18} aria-hidden="true" style={{ flex: "none", marginTop: 3 }} />
          <Text size="sm">{text}</Text>
        </Group>
      ))}
    </div>
  );
}

interface AddButtonsProps {
  /** Before the buttons, such as 'Add'. */
  label: string;
  options: readonly { key: string; label: string }[];
  onAdd: (key: string) => void;
}

export function AddButtons({ label, options, onAdd }: AddButtonsProps) {
  const id = useId();
  if (options.length === 0) return null;
  return (
    <Group role="group" aria-labelledby={id} gap="xs">
      <Text id={id} component="span" c="dimmed">
        {label}
      </Text>
      {options.map((option) => (
        <Button
          key={option.key}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => onAdd(option.key)}
        >
          {option.label}
        </Button>
      ))}
    </Group>
  );
}
